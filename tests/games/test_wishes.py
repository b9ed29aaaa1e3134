"""What owners wish a card to do: sayable in the card language of their game, and read back as it is said."""

import copy
import random
from itertools import chain
from pathlib import Path

import pytest

from companion.check import telling
from companion.games.havoc_in_heaven import GAME as HAVOC_IN_HEAVEN
from companion.games.havoc_in_heaven.effects import DIALECT as HAVOC
from companion.games.heroball import GAME as HEROBALL
from companion.games.heroball.effects import EITHER, UNIQUE
from companion.games.high_heavens import GAME as HIGH_HEAVENS
from companion.games.high_heavens.effects import ABILITY
from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.toolkit.cards.dialect import fault
from companion.toolkit.cards.equivalence import same
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.language import WHOM
from companion.toolkit.cards.text import propose
from companion.toolkit.cards.wording import words

HH = {
    "2 damage to every god within 2 hexes": "damage 2 all within 2",
    "2 damage to an enemy, 1 to every god next to it": "damage 2 enemy; damage 1 all adjacent of it",
    "an action for your side": "ap 1",
    "move an enemy 2 hexes": "move 2 enemy within 4",
    "push an enemy and hurt it": "push 2 enemy adjacent; damage 1 it",
    "pull an enemy nearer": "pull 2 enemy within 4",
    "once a game, heal all of yours": "once a game: heal 2 friends",
    "heal yourself if you have 3 Health or less": "heal 3 self if health 3 or less",
    "damage an enemy who is nearly fallen": "damage 2 enemy within 3 if health 2 or less",
    "steal an Armor": "armor -1 enemy adjacent; if so armor 1 self",
    "change places with a friend": "swap friend",
    "change places with an enemy": "swap enemy within 3",
    "pay an Armor to strike": "pay 1 armor: damage 3 enemy adjacent",
    "pay Health to strike": "pay 2 health: damage 4 enemy adjacent",
    "damage by your Attack": "damage 2+attack enemy adjacent",
    "all enemies in a line": "damage 1 enemies in line",
    "when it falls, hurt those next to it": "when dying: damage 2 enemies adjacent",
    "take a trap off": "trap -all friend",
    "around a hex": "choose hex within 3; damage 2 enemies adjacent of it",
    "until next turn an Armor more": "armor 3 self until next turn",
    "a god from the hand beside another": "summon friend to adjacent",
    "poison by half": "poison 2 enemy within 2",
    "strike who has no Armor": "damage 3 enemy within 2 if armor 0 or less",
    "hurt the poisoned": "damage 2 enemies if poison 1 or more",
    "the weak fight harder": "while in play: attack 2 self if health 3 or less",
    "guard the weak": "while in play: armor 1 friends adjacent if health 2 or less",
    "revive a fallen god": "revive 3 friend",
    "heal the wounded at the start": "at start: heal 1 friends if health 2 or less",
    "an attack once a turn": "once a turn: damage 1 enemy adjacent",
    "damage as much as its Poison": "damage poison enemy within 3",
}
HB = {
    "AP to a hero beside": "ap 1 hero adjacent",
    "pull an opponent nearer": "pull 2 enemy within 3",
    "pull the ball": "pull 2 ball",
    "AP if tired": "pay token: ap 2 self if ap 1 or less",
    "shake who is rich": "ap -2 enemy within 2 if ap 3 or more",
    "push two": "push 2 enemy adjacent",
    "a leap": "place self to in line 2",
    "change places": "swap enemy adjacent",
    "change places with any hero": "swap hero within 2",
    "terrain": "terrain 1 hex adjacent",
    "tokens off": "token -all",
    "roll the ball": "move 1 ball within 2",
    "at the start of the turn": "at start: ap 1 self",
    "once a game to the ball": "once a game: place self to anywhere",
    "two answers on one card": "push 1 enemy adjacent; move 1 self",
    "all who stand beside lose 1": "ap -1 enemies adjacent",
}
HV = {
    "all in range": "magic 2 enemies",
    "gold after a kill": "on kill, once a turn: gold 1",
    "discard": "draw -1 opponent",
    "AP this turn": "ap 2",
    "AP from the opponent": "ap -1 opponent",
    "wake": "unstun friend",
    "heal all": "heal all other",
    "by level": "damage 2+L enemy",
    "an answer": "when attacked: magic 1 attacker",
    "when dying": "when dying: heal 4 self",
    "if weak": "damage 4 enemy if health 3 or less",
    "if so": "damage 2 enemy; if so gold 1",
    "pull": "pull 1 enemy",
    "swap": "swap enemy",
    "once a game, stun them all": "once a game: stun enemies",
    "pay gold to strike": "pay 2 gold: magic 3 enemy",
    "pay HP to strike": "pay 2 health: damage 5 enemy",
}

WISHES = [
    (game, phrase, wish)
    for game, wishes in ((ABILITY, HH), (UNIQUE, HB), (HAVOC, HV))
    for wish, phrase in wishes.items()
]
SAYABLE = 63
"""So many can be said at least; the others are refused, saying what would be right."""


def test_owners_wishes_can_be_said():
    assert len(WISHES) == 63
    refused = [(phrase, why) for game, phrase, _ in WISHES if (why := fault(phrase, game))]
    print(*refused, sep="\n")
    assert len(WISHES) - len(refused) >= SAYABLE


@pytest.mark.parametrize("game, said, wish", [one for one in WISHES if not fault(one[1], one[0])])
def test_a_wish_is_read_back_from_its_own_words(game, said, wish):
    reading = propose(str(words(read(said), game, game.me)), game, {})
    assert not reading.left and same(reading.card, read(said), game), words(read(said), game)


# -- played --------------------------------------------------------------------------------------------------

HOW = {
    "high-heavens": (HIGH_HEAVENS, "gods", {"text": "", "cost": 2}, HH, ("Norse", "Greek")),
    "heroball": (HEROBALL, "cards", {"text": "As it says.", "cost": 2}, HB, ("Gold", "Crimson", "Teal")),
    "havoc-in-heaven": (HAVOC_IN_HEAVEN, "skills", {"text": ""}, HV, ("Celestials", "Monsters")),
}
"""The game, the deck whose cards say wishes, what else stands on such a card, the wishes, and who plays."""


def game_dialect(game):
    """What the cards of that deck can say."""
    return {HIGH_HEAVENS.key: ABILITY, HEROBALL.key: UNIQUE, HAVOC_IN_HEAVEN.key: HAVOC}[game.key]


def wished(game, deck, fields, wishes):
    """The house set with a wish on as many cards as there are, as far as the game takes it there."""
    cards = copy.deepcopy(dict(game[SetForm].house))
    left = [*wishes.values()]
    for row in cards[deck]:
        before = dict(row)
        for effect in left:
            row |= fields | {"effect": effect}
            if fields["text"]:
                row["text"] = str(words(read(effect), game_dialect(game), row["hero"]))
            if not game[SetForm].faults(cards):
                left.remove(effect)
                break
            row.clear()
            row |= before
    return cards, left


@pytest.mark.slow
@pytest.mark.parametrize("key", HOW)
@pytest.mark.parametrize("seed", range(3))
def test_wishes_are_played_and_every_change_is_told(key, seed):
    game, deck, fields, wishes, seats = HOW[key]
    cards, _ = wished(game, deck, fields, dict(random.Random(seed).sample([*wishes.items()], len(wishes))))
    opening = Table.open(game, Opening({seat: seat[:3] for seat in seats}, cards=cards)).opening
    telling.tells(game, opening, seed=seed, entries=250)
    telling.settable(game, opening, seed=seed, every=40)


# -- the words of each game, as docs/cards.md has them -------------------------------------------------------

DIALECTS = {"High Heavens": ABILITY, "Heroball": EITHER, "Havoc in Heaven": HAVOC}


def table_of(dialect):
    """The table of a game in docs/cards.md."""
    known = {word for kinds in (dialect.kinds, dialect.standing) for can in kinds.values() for word in can}
    rows = {
        "what": dict.fromkeys((*dialect.kinds, *dialect.standing)),
        "whom": [word for word in ("self", *WHOM) if word in known],
        "how far": dict.fromkeys((*dialect.reaches, *chain(*dialect.places.values()))),
        "when": [*dialect.whens, *dialect.pers],
        "price": [f"pay {paid}" for paid in dialect.paid],
        "if what": [*dialect.figures, *(["if so"] if dialect.after else [])],
        "past what, how long": [*dialect.past, *dialect.lasts],
    }
    text = (
        f"| {what} | {' '.join(f'`{word}`' for word in words)} |" for what, words in rows.items() if words
    )
    return "\n".join(text)


@pytest.mark.parametrize("game", DIALECTS)
def test_the_docs_have_a_table_of_the_words_of_each_game(game):
    docs = Path("docs/cards.md").read_text(encoding="utf-8")
    assert f"### {game}\n\n| | |\n|---|---|\n{table_of(DIALECTS[game])}\n" in docs
