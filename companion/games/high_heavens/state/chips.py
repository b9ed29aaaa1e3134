"""Hands that move Ringchips: under gods and off them, off buildings, and where a god falls."""

from companion.games.high_heavens.box import Stack, chip_words, stack_words
from companion.games.high_heavens.state import changes
from companion.games.high_heavens.state.heavens import Heavens
from companion.words import Message, message


def give(heavens: Heavens, god: str, kind: str, n: int, rule: str = "") -> Heavens:
    """Put chips from the bank under a god."""
    words = "Put {chips} on top of {god}." if kind == "disable" else "Put {chips} under {god}."
    sentence = message(words, chips=chip_words(n, kind), god=god)
    return heavens.take(god, **{kind: n}).tell(sentence, *heavens.touched(god, kind), rule=rule)


def take_off(heavens: Heavens, god: str, kind: str, n: int, rule: str = "") -> Heavens:
    """Put chips of a god back in the bank."""
    words = message("Take {chips} off {god}.", chips=chip_words(n, kind), god=god)
    after = heavens.take(god, **{kind: -n}).tell(words, *heavens.touched(god, kind), rule=rule)
    return after.freed(god) if kind == "disable" else after


def strip(heavens: Heavens, god: str) -> Heavens:
    """Put all chips of a god back in the bank. Tells nothing."""
    back = {kind: -n for kind, n in heavens.stack(god)._asdict().items() if n}
    return changes.dropped(heavens.take(god, **back).freed(god) if back else heavens, god)


def lose_health(heavens: Heavens, god: str, n: int, how: Message | str, rule: str) -> Heavens:
    """Take Health from under a god; at none it falls."""
    had = heavens.stack(god).health
    lost = min(n, had)
    if not lost:
        return heavens.tell(message("{how}: {god} loses nothing.", how=how, god=god), god, rule=rule)
    words = message(
        "{how}: take {chips} from under {god} ({left} left).",
        how=how,
        chips=chip_words(lost, "health"),
        god=god,
        left=had - lost,
    )
    after = heavens.take(god, health=-lost).tell(words, *heavens.touched(god, "health"), rule=rule)
    return fall(after, god) if lost == had else after


def fall(heavens: Heavens, god: str) -> Heavens:
    """Lay a god without Health on its side; some chips go to the bank, the bonus chips to its hex."""
    place, stack = heavens.at[god], heavens.stack(god)
    gone = changes.of(heavens, god)
    words = message("{god} falls: lay the figure on its side.", god=god)
    after = heavens.tell(words, god, *gone, rule="fallen")
    after = changes.dropped(after, god)
    back = {kind: getattr(stack, kind) for kind in ("disable", "poison", "trap") if getattr(stack, kind)}
    if back:
        after = after.take(god, **{kind: -n for kind, n in back.items()})
        words = message(
            "Put {chips} of {god} back in the bank.",
            chips=[chip_words(n, kind) for kind, n in back.items()],
            god=god,
        )
        after = after.tell(words, *heavens.touched(god, *back), rule="fallen")
    if stack.armor or stack.attack:
        after = after.pass_on(god, place, stack.armor, stack.attack)
        bonus = stack_words(Stack(armor=stack.armor, attack=stack.attack))
        words = message("{chips} stay under it on {place}.", chips=bonus, place=place)
        after = after.tell(words, place, *heavens.touched(god, "armor", "attack"), rule="fallen")
    return after.freed(god).settled()


def stand_up(heavens: Heavens, god: str, n: int, rule: str) -> Heavens:
    """A fallen god stands up with so much Health, on the bonus chips that it dropped."""
    words = message("Stand {god} up, on {chips}.", god=god, chips=chip_words(n, "health"))
    after = heavens.take(god, health=n).tell(words, *heavens.touched(god, "health"), rule=rule)
    return take_up(after, god, rule).settled()


def take_up(heavens: Heavens, god: str, rule: str) -> Heavens:
    """A god that stands up again takes up the bonus chips that it dropped."""
    place = heavens.at[god]
    dropped = heavens.stack(place)
    if not dropped.armor + dropped.attack:
        return heavens
    bonus = stack_words(Stack(armor=dropped.armor, attack=dropped.attack))
    after = heavens.pass_on(place, god, dropped.armor, dropped.attack)
    about = (place, *heavens.touched(god, "armor", "attack"))
    return after.tell(message("{god} takes up {chips}.", god=god, chips=bonus), *about, rule=rule)


def wear_down(heavens: Heavens, place: str, kind: str, n: int, how: Message | str, rule: str) -> Heavens:
    """Take chips off architecture or a trap."""
    had = getattr(heavens.stack(place), kind)
    lost = min(n, had)
    if not lost:
        return heavens.tell(message("{how}: nothing comes off.", how=how), place, rule=rule)
    words = message(
        "{how}: take {chips} off {place} ({left} left).",
        how=how,
        chips=chip_words(lost, kind),
        place=place,
        left=had - lost,
    )
    after = heavens.take(place, **{kind: -lost}).tell(words, *heavens.touched(place, kind), rule=rule)
    if lost < had:
        return after
    if place in heavens.box.gods:
        return after.tell(message("{god} is free.", god=place), place, rule=rule)
    return after.tell(message("{place} is open.", place=place), place, rule=rule).settled()
