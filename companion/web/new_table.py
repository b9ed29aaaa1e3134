"""A form that opens a table, read: the players, their seats, the options, and what is left to chance."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.kernel.asking import plain
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption
from companion.kernel.rulebook import Rule
from companion.players.absent import cannot
from companion.players.strengths import not_offered, offered
from companion.storage.session import LEARNS, Session
from companion.words import Text, joined, message
from companion.work import machine

RANDOM = "random"
ALL, WATCH = "all", "watch"
NAME = 24


class WrongForm(Exception):
    """A form that does not hold: field to what is wrong with it, in a sentence."""

    def __init__(self, fields: Mapping[str, Text]) -> None:
        super().__init__(joined(fields.values()))
        self.fields = fields


@dataclass(frozen=True)
class Chosen:
    """The choices for a new table: the opening, and the seats this phone sits at."""

    opening: Opening
    mine: tuple[str, ...]
    learns: str
    """How they learn while they play; empty where they do not."""
    absent: str = ""
    """The strength with which the phone plays all other seats; empty where people do."""


@dataclass(frozen=True)
class Settling:
    """Something a table settles before it opens, as its form asks: what may be chosen, and its rule."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    rule: Rule | None = None
    small: Mapping[str, str] = field(default_factory=dict)
    """Choice to a few more words about it."""


LEARN = Settling(
    "learn",
    "Learn while playing",
    (Choice("off", "Off"), Choice(LEARNS[0], "First game"), Choice(LEARNS[1], "Coach")),
    small={LEARNS[0]: "each rule once, as it comes up", LEARNS[1]: "what each move does, always"},
)


def settled(game: Game[Any], players: int, by_phone: bool) -> tuple[Settling, ...]:
    """Return everything to settle besides the names, each with a usual choice: this phone's seats, and the
    options.

    ``by_phone`` where this house lets the phone play for somebody absent.
    """
    seats = tuple(Choice(str(number), message("Player {n}", n=number)) for number in range(1, players + 1))
    others = (Choice(ALL, "All of us"), Choice(WATCH, "Nobody"))
    small = {ALL: "one phone goes round", WATCH: "it shows the table"}
    here = Settling("phone", "On this phone", (*seats, *others), small=small)
    usual = Opening(dict.fromkeys(game.seats(players), ""), game.settled({}, players))
    absent = _absent(game) if by_phone and not cannot(game, usual) else ()
    return (here, LEARN, *absent, *(_settling(game, option, players) for option in game.table_options))


def _absent(game: Game[Any]) -> Iterator[Settling]:
    """Yield how well the phone may play the other seats, if it may at all."""
    if strengths := offered(game).values():
        choices = [
            Choice(one.name, message("The others: {strength}", strength=one.title)) for one in strengths
        ]
        small = {one.name: one.words for one in strengths}
        yield Settling("absent", "The phone plays", (Choice("nobody", "Nobody"), *choices), small=small)


def _settling(game: Game[Any], option: TableOption, players: int) -> Settling:
    chance = (Choice(RANDOM, "At random"),) if option.chance else ()
    choices = (*chance, *game.choices(option, players))
    return Settling(f"option-{option.key}", option.title, choices, game.rules.get(option.rule))


def count(game: Game[Any], text: str | None) -> int:
    """The number of players: the one asked for if the game can be played so, else the fewest."""
    counts = {str(players): players for players in game.players}
    return counts.get(text or "", game.players[0])


def blank(game: Game[Any], players: int) -> dict[str, str]:
    """The form as it stands before anything is filled in."""
    filled = {
        "players": str(players),
        "phone": ALL if machine.IN_BROWSER else "1",
        "learn": "off",
        "absent": "nobody",
    }
    for number in range(1, players + 1):
        filled |= {f"name{number}": "", f"seat{number}": RANDOM}
    return filled | {f"option-{o.key}": RANDOM if o.chance else o.default for o in game.table_options}


def like(session: Session, phone: str) -> dict[str, str]:
    """Return the form filled in as a table was opened: its players, options, and who plays on this phone."""
    opening, mine = session.table.opening, session.mine(phone)
    form = blank(session.table.game, len(opening.seats)) | {"phone": ALL if len(mine) > 1 else WATCH}
    for number, chair in enumerate(session.chairs, 1):
        form |= {f"name{number}": chair.player, f"seat{number}": chair.seat}
        if mine == (chair.seat,):
            form["phone"] = str(number)
    return form | {f"option-{key}": choice for key, choice in opening.options.items()}


def chosen(game: Game[Any], form: Mapping[str, str], chance: random.Random) -> Chosen:
    """Read the form, and let chance settle what was left to it; WrongForm says what does not hold."""
    wrong: dict[str, Text] = {}
    players = count(game, form.get("players"))
    names = {number: _name(form, number, wrong) for number in range(1, players + 1)}
    seats = _seats(game, form, names, chance, wrong)
    options = _options(game, form, players, chance, wrong)
    phone = form.get("phone", "1")
    if phone not in (ALL, WATCH, *map(str, names)):
        wrong["phone"] = "Choose who plays on this phone."
    learns = _learns(form, wrong)
    absent = _absent_strength(game, form, wrong)
    if wrong:
        raise WrongForm(wrong)
    mine = {ALL: tuple(seats.values()), WATCH: ()}
    opening = Opening({seat: names[number] or seat for number, seat in seats.items()}, options)
    if absent and (why := cannot(game, opening)):
        raise WrongForm({"absent": why})
    here = mine[phone] if phone in mine else (seats[int(phone)],)
    return Chosen(opening, here, learns, absent)


def _options(
    game: Game[Any], form: Mapping[str, str], players: int, chance: random.Random, wrong: dict[str, Text]
) -> dict[str, str]:
    """Return each option's choice, drawn where the form leaves it to chance."""
    options: dict[str, str] = {}
    for option in game.table_options:
        value, choices = form.get(f"option-{option.key}", option.default), game.choices(option, players)
        if option.chance and value == RANDOM:
            value = chance.choice(choices).name
        elif value not in {choice.name for choice in choices}:
            wrong[f"option-{option.key}"] = message("“{value}” is not one of the choices.", value=value[:40])
        options[option.key] = value
    return options


def _learns(form: Mapping[str, str], wrong: dict[str, Text]) -> str:
    """Return how the seats of this phone learn; empty if they do not."""
    learns = form.get("learn", "off")
    if learns not in ("off", *LEARNS):
        wrong["learn"] = "Choose how this phone learns, or off."
    return "" if learns == "off" else learns


def _absent_strength(game: Game[Any], form: Mapping[str, str], wrong: dict[str, Text]) -> str:
    """Return the strength with which the phone plays the other seats; empty if people play them."""
    strength = form.get("absent", "nobody")
    if strength == "nobody":
        return ""
    if why := not_offered(game, strength):
        wrong["absent"] = why
    elif form.get("phone", "1") == ALL:
        wrong["absent"] = "All seats are on this phone. Choose one for it, and the phone plays the others."
    return strength


def _name(form: Mapping[str, str], number: int, wrong: dict[str, Text]) -> str:
    name = plain(form.get(f"name{number}", ""))
    if len(name) > NAME:
        wrong[f"name{number}"] = message(
            "A name has at most {most} letters; this has {n}.", most=NAME, n=len(name)
        )
    elif not name.isprintable():
        wrong[f"name{number}"] = "A name is made of letters."
    return name


def _seats(
    game: Game[Any],
    form: Mapping[str, str],
    names: Mapping[int, str],
    chance: random.Random,
    wrong: dict[str, Text],
) -> dict[int, str]:
    """Player to seat, the open ones by chance."""
    free = list(game.seats(len(names)))
    chance.shuffle(free)
    taken: dict[int, str] = {}
    for number in names:
        seat = form.get(f"seat{number}", RANDOM)
        if seat == RANDOM:
            continue
        if seat in taken.values():
            wrong[f"seat{number}"] = message("{seat} is taken already; choose another seat.", seat=seat)
        elif seat not in free:
            wrong[f"seat{number}"] = message("{game} has no seat “{seat}”.", game=game.name, seat=seat[:40])
        else:
            taken[number] = seat
            free.remove(seat)
    if wrong:
        return taken
    return {number: taken[number] if number in taken else free.pop() for number in names}
