"""What a table of Havoc in Heaven tracks, what is set by hand, and what the box cannot hold."""

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.actions import (
    Attack,
    Buy,
    CarryOut,
    Done,
    EndTurn,
    Equip,
    Move,
    Pick,
    Skill,
)
from companion.games.havoc_in_heaven.box import PITY, Components
from companion.games.havoc_in_heaven.state import ACTION, EFFECT, LOTS, SHARE, Havoc, Pending
from companion.games.havoc_in_heaven.tracked import Ruling, SetCard
from companion.kernel.asking import read
from companion.kernel.rulebook import Refusal
from companion.kernel.schema import SchemaError, check, parse, source
from tests.games.havoc import C, M, begun, drafted, opened, typed
from tests.games.moments import after, refused, texts

WHY = "we forgot"


def put(lane: Havoc, thing: str, to: str) -> Havoc:
    """A thing set by hand, as the phone asks for it; the box still holds it."""
    ruled = after(lane, read(Ruling, lane, C, {"thing": thing, "to": to, "why": WHY}))
    GAME.invariant(ruled)
    return ruled


def settable(lane: Havoc) -> tuple[str, ...]:
    """What can be set by hand now."""
    return tuple(thing for kind in GAME.tracked for thing in kind.settable(lane))


def cannot(lane: Havoc, thing: str, to: str) -> tuple[str, str]:
    """The rule that forbids to set a thing so, and why."""
    return refused(lane, Ruling(C, thing, to, WHY))


@pytest.mark.parametrize(
    "thing, to, sees",
    [
        ("Sun Wukong", "Row 3", lambda lane: lane.row["Sun Wukong"] == 3),
        ("Sun Wukong", "dead: 1 turn to miss", lambda lane: lane.away == {"Sun Wukong": 1}),
        ("Sun Wukong's damage", "4", lambda lane: lane.damage == {"Sun Wukong": 4}),
        ("South Heaven Gate's damage", "4", lambda lane: lane.damage == {"South Heaven Gate": 4}),
        ("Sun Wukong's level", "3", lambda lane: lane.level["Sun Wukong"] == 3),
        ("Sun Wukong's Exp", "7", lambda lane: lane.exp["Sun Wukong"] == 7),
        ("Red Boy's status", "Inactive", lambda lane: lane.inactive == {"Red Boy"}),
        ("Red Boy's stun token", "for the next turn", lambda lane: lane.stunned == {"Red Boy"}),
        ("Celestials' gold", "12", lambda lane: lane.gold[C] == 12),
        ("Monsters' buildings", "2", lambda lane: lane.outermost(M) == "Iron Board Bridge"),
        ("AP", "3", lambda lane: lane.ap == 3),
        ("Purchases", "1", lambda lane: lane.bought == 1),
        ("Turn", M, lambda lane: lane.side == M and lane.ap == 8),
        ("Starting player", M, lambda lane: lane.first == M),
        ("Building attack", "done", lambda lane: lane.fired),
        ("Nezha's free row", "used", lambda lane: lane.walked == {"Nezha"}),
        ("Nezha's items this turn", "3", lambda lane: lane.equips == {"Nezha": 3}),
        ("Celestials' Exp to share", "4", lambda lane: lane.phase == SHARE and lane.pot == {C: 4}),
        ("Celestials' hand", "6", lambda lane: lane.cards[C].hand == 6 and lane.cards[C].armory == 2),
    ],
)
def test_a_ruling_sets_anything_that_is_tracked(thing, to, sees):
    lane = put(begun(), thing, to)
    assert sees(lane) and texts(lane)[0] == f"Ruling by Celestials: {thing} is set to {to} (we forgot)."
    assert cannot(lane, thing, to)[0] == "ruling" or thing == "Sun Wukong", "again it would change nothing"


def test_a_ruling_keeps_to_what_is_in_the_box():
    lane = begun()
    assert cannot(lane, "Sun Wukong", "Row 9") == ("passing", "Erlang Shen is on Row 9; set that one first.")
    why = "10 damage destroys Sun Wukong, who has 10 HP; set it away, or the buildings, instead."
    assert cannot(lane.but(at_hp=True), "Sun Wukong's damage", "10") == ("ruling", why)
    assert cannot(lane, "Celestials' buildings", "0")[1] == (
        "Without a base the Celestials have lost, and the game would be over."
    )
    top = put(put(lane, "Nezha's Exp", "3"), "Nezha's level", "5")
    assert top.exp["Nezha"] == 0 and "Nezha's Exp" not in settable(top)
    for thing, to in (
        ("Starting player", "Nobody"),
        ("AP", "31"),
        ("Sun Wukong's damage", "11"),
        ("Monsters' buildings", "5"),
        ("Phase", "x"),
    ):
        with pytest.raises(Refusal, match="not an answer"):
            read(Ruling, lane, C, {"thing": thing, "to": to, "why": WHY})


def test_a_base_that_stands_again_takes_the_last_turn_back():
    lane = put(begun(), "Monsters' buildings", "1")
    lane = put(lane, "Water Curtain Cave's damage", "16")
    lane = put(put(lane, "Sun Wukong", "Row 8"), "Nezha", "Row 8")
    lost = after(lane, Attack(C, "Sun Wukong", "Water Curtain Cave"))
    assert lost.last and lost.phase == SHARE
    mended = put(lost, "Monsters' buildings", "1")
    assert not mended.last and "No last turn comes: the base stands." in texts(mended)
    mended = put(mended, "Celestials' Exp to share", "0")
    on = after(mended, EndTurn(C), EndTurn(M))
    assert on.over is None and on.side == C
    assert "Starting player" not in settable(lost) and "Starting player" in settable(mended)
    assert put(mended, "Monsters' buildings", "0").last, "and comes again"


def test_a_stun_token_wakes_nobody():
    lane = put(begun(), "Nezha's status", "Inactive")
    later = put(lane, "Nezha's stun token", "for the next turn")
    assert refused(later, Move(C, "Nezha", "Row 2"))[1] == "Nezha is stunned till your next turn."
    now = put(begun(), "Nezha's stun token", "for this turn")
    assert refused(now, Move(C, "Nezha", "Row 2"))[0] == "stun"
    woken = put(now, "Nezha's status", "active")
    assert woken.stunned == frozenset() and "Take the stun token off Nezha." in texts(woken)
    assert after(put(now, "Nezha's stun token", "none"), Move(C, "Nezha", "Row 2")).row["Nezha"] == 2
    assert "Take the stun token off Nezha." in texts(after(now, EndTurn(C)))


def test_a_ruling_that_changes_nothing_is_refused():
    lane = put(begun(), "South Heaven Gate's damage", "5")
    assert cannot(lane, "Celestials' buildings", "4") == (
        "ruling",
        "Celestials' buildings is 4 already: nothing would change.",
    )


def test_a_level_set_by_hand_unlocks_its_skills():
    lane = put(begun(), "Sun Wukong's level", "3")
    assert lane.cards[C].storage == {"Cloud Somersault": 1} and "Cloud Somersault" not in lane.locked
    assert "Cloud Somersault is unlocked: face up to Storage." in texts(lane)
    back = put(lane, "Sun Wukong's level", "2")
    assert "Cloud Somersault stay unlocked; set by hand what should be locked." in texts(back)
    locked = after(back, SetCard(C, C, "Cloud Somersault", "Storage", "locked", WHY))
    assert "Cloud Somersault" in locked.locked
    assert refused(lane, SetCard(C, C, "Cloud Somersault", "Storage", "locked", WHY)) == (
        "ruling",
        "Cloud Somersault opens at level 3; Sun Wukong is level 3.",
    )


def test_a_ruling_tells_all_that_it_does():
    lane = after(begun(), Equip(C, PITY, "Nezha", (), ()))
    again = put(put(lane, "Turn", M), "Turn", C)
    assert f"Disarm: {PITY} to Storage." in texts(again) and "Celestials' turn: 8 AP." in texts(again)
    dead = put(lane, "Nezha", "dead: back next turn")
    assert f"{PITY} to Storage." in texts(dead) and dead.items == {}
    open_ = put(put(lane, "Monsters' buildings", "1"), "Sun Wukong", "Row 8")
    built = put(open_, "Monsters' buildings", "4")
    assert built.row["Sun Wukong"] == 5 and "Move Sun Wukong to Row 5." in texts(built)


def test_a_forgotten_draw_and_a_forgotten_summon_are_mended():
    lane = begun()
    drawn = put(lane, "Celestials' hand", "7")
    assert drawn.cards[C].armory == 1 and drawn.cards[C].unseen == lane.cards[C].unseen, "no card is named"
    assert "Celestials' Armory: 1." in texts(drawn)
    less = put(put(drawn, "Celestials' hand", "5"), "Celestials' Armory", "2")
    assert less.cards[C].buried == 1, "what left the Armory unseen lies in Storage"
    hound = put(put(lane, "Erlang Shen's level", "3"), "Howling Hound", "Row 9")
    assert hound.companions == {"Howling Hound": M} and "Howling Hound comes from: Storage." in texts(hound)
    away = put(hound, "Howling Hound", "Storage")
    assert away.companions == {} and away.cards[M].storage["Howling Hound"] == 1


def test_things_are_set_while_a_question_is_open():
    share = put(begun(), "Celestials' Exp to share", "4")
    assert put(share, "Celestials' gold", "9").phase == SHARE
    alone = put(put(share, "Nezha", "dead: back next turn"), "Thunder Duke", "dead: back next turn")
    assert alone.exp["Sun Wukong"] == 4 and alone.phase == ACTION, "only one is left to learn"
    waits = Pending("Thunderclap", "Thunder Duke", C)
    box = typed(Thunderclap={"effect": "", "text": "Gain 2 gold."})
    effect = begun().but(phase=EFFECT, pending=(waits,), box=box)
    assert put(effect, "Celestials' gold", "1").phase == EFFECT
    done = put(effect, "Thunderclap for Thunder Duke", "done")
    assert done.phase == ACTION and done.pending == () and "Thunderclap is done." in texts(done)
    assert after(effect, CarryOut(C, "gold", C, ("2",)), Done(C)).gold[C] == 4


def test_the_draft_is_mended_by_hand():
    lane = put(after(opened(), Pick(C, "Nezha")), "Nezha", M)
    assert lane.heroes == {"Nezha": M} and lane.to_act == (M,)
    assert put(lane, "Nezha", "with nobody").to_act == (C,)
    for hero in ("Red Boy", "Zhu Bajie"):
        lane = put(lane, hero, M)
    assert lane.to_act == (C,), "whose three are picked picks no more"
    assert cannot(lane, "Sun Wukong", M) == ("ruling", "A side has 3 heroes, not 4.")
    assert refused(lane, SetCard(C, C, PITY, "hand", "Storage", WHY))[0] == "ruling"
    lots = drafted()
    assert lots.phase == LOTS and put(lots, "Starting player", M).side == M
    assert put(lots, "Nezha", "Row 2").phase == LOTS


def test_a_card_is_set_by_hand():
    lane = begun()
    bought = after(put(lane, "Celestials' gold", "3"), Buy(C, "Rattan Shield", ()))
    worn = after(bought, SetCard(C, C, "Rattan Shield", "Storage", "Sun Wukong", WHY))
    assert worn.items == {"Sun Wukong": ("Rattan Shield",)} and worn.cards[C].storage == {}
    held = after(worn, SetCard(M, C, "Rattan Shield", "Sun Wukong", "hand", WHY))
    assert held.cards[C].hand == 6 and held.cards[C].unseen["Rattan Shield"] == 1
    assert refused(lane, SetCard(C, C, "Oak Bow", "hand", "shop", "why not"))[0] == "ruling"
    scales = after(lane, SetCard(C, C, "Iron Scales", "shop", "Sun Wukong", WHY))
    scales = put(scales, "Sun Wukong's damage", "12")
    why = "Without Iron Scales Sun Wukong dies; set Sun Wukong away, or the damage, first."
    assert refused(scales, SetCard(C, C, "Iron Scales", "Sun Wukong", "shop", "oops")) == ("ruling", why)
    less = put(scales, "Sun Wukong's damage", "10")
    assert after(less, SetCard(C, C, "Iron Scales", "Sun Wukong", "shop", "oops")).items == {}


def test_a_hero_carries_three_items_also_by_hand():
    lane = begun()
    for _ in range(3):
        lane = after(lane, SetCard(C, C, PITY, "hand", "Nezha", WHY))
    assert refused(lane, SetCard(C, C, PITY, "hand", "Nezha", WHY)) == (
        "ruling",
        "A hero carries 3 items at most; Nezha would carry 4.",
    )
    assert refused(lane, Equip(C, PITY, "Nezha", (), ()))[0] == "equip"
    assert after(lane, Equip(C, PITY, "Sun Wukong", (), ())).items["Sun Wukong"] == (PITY,)


def test_what_is_played_is_told_of_every_thing_it_touches():
    lane = after(begun(), Skill(C, "Seventy-Two Changes", (), ("Row 2",)))
    about = {name for line in lane.told for name in line.about}
    assert {"AP", "Celestials' hand", "Celestials' unseen cards", "Celestials' skills in play"} <= about


def test_an_unknown_key_in_the_components_is_refused_with_its_line():
    text = source("companion.games.havoc_in_heaven", "components.toml").replace("neutral = 5", "neutrl = 5")
    with pytest.raises(SchemaError) as caught:
        check(parse(text, "components.toml"), Components, text, "components.toml")
    assert "components.toml, line 5: “neutrl” is not known here; did you mean “neutral”?" in str(caught.value)
