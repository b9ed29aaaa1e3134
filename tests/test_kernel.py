"""The grammar itself: questions, recognition, the journal's fold, and the rules of every table."""

import random
from dataclasses import FrozenInstanceError, dataclass, make_dataclass, replace
from itertools import islice
from typing import Annotated, ClassVar

import pytest

from companion.games.war_in_heaven import GAME
from companion.games.war_in_heaven.actions import Deploy, Move
from companion.games.war_in_heaven.tracked import Ruling
from companion.kernel import rulebook
from companion.kernel.action import Action, Noun, Number, draft, legal, nouns, refusal, vet, written
from companion.kernel.asking import Ask, ask, plain, read
from companion.kernel.cardset import Deck, Field, SetForm
from companion.kernel.fault_barrier import with_fault_barrier
from companion.kernel.features import Figures, Pointing
from companion.kernel.game import REDO, UNDO
from companion.kernel.journal import Entry, Table, sentence
from companion.kernel.opening import Opening
from companion.kernel.rulebook import LateRefusal, NoRule, Refusal, Stumble, traced
from companion.kernel.shelf import shelf
from companion.kernel.simulate import DeadEnd, moves, wander
from companion.kernel.state import changed
from companion.kernel.tracked import Tracked
from companion.toolkit.hexes import Hexes, linked
from companion.words import counted, does, listed, possessive
from tests import tiny

SEATS = {"Angels": "Ada", "Demons": "Ben"}
MOVE = {"token": "Militia 1", "space": "A4"}


@pytest.fixture
def table() -> Table:
    return Table.open(GAME, Opening(SEATS))


def refused(table: Table, *said) -> tuple[str, str]:
    """The rule by which a table refuses something, and why."""
    with pytest.raises(Refusal) as caught:
        table.say(*said)
    return caught.value.rule.key, caught.value.why


# -- moments -----------------------------------------------------------------------------------------------


def test_a_changed_moment_is_a_new_one_of_the_same_kind(table):
    war = table.state
    later = changed(war, round=5)
    assert later == replace(war, round=5) and war.round == 1
    assert hash(changed(Entry(1, "Angels", "move", ()), n=2)) == hash(Entry(2, "Angels", "move", ()))
    with pytest.raises(FrozenInstanceError):
        later.round = 6


# -- faults in a game's own code --------------------------------------------------------------------------


@dataclass(frozen=True)
class Step(Action[tiny.Count]):
    """Asks for a number, and judges it under a wrong name where it is told to."""

    pace: Annotated[str, Noun[tiny.Count]("How far?", lambda count, draft: Number(-1, 300))]
    misspelt: ClassVar[bool] = False

    def check(self, count: tiny.Count) -> None:
        pace = int(self.pase) if self.misspelt else int(self.pace)
        count.rules.require(pace < 4, "step", "At most three.")


def test_a_misspelt_noun_raises_in_half_made_and_whole_actions(monkeypatch):
    count = tiny.Count()
    assert (
        isinstance(ask(Step, count, "Red", {}), Ask) and read(Step, count, "Red", {"pace": "2"}).pace == "2"
    )
    monkeypatch.setattr(Step, "misspelt", True)
    for action in (draft(Step, "Red", {}), Step("Red", "2")):
        with pytest.raises(AttributeError, match="“step” has no noun “pase”; its nouns are pace"):
            vet(count, action)
    assert isinstance(refusal(count, draft(Step, "Red", {})), Stumble)
    with pytest.raises(Stumble):
        ask(Step, count, "Red", {})


def test_a_refusal_that_is_kept_does_not_hold_the_frames_it_was_raised_in() -> None:
    refused = refusal(tiny.Count(), Step("Red", "9"))
    assert refused is not None and refused.__traceback__ is None
    late = rulebook.late(Step("Red", "9").check, tiny.Count())
    assert late._read().__traceback__ is None


def test_a_late_refusal_is_found_once_and_only_if_somebody_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rulebook, "_fired", None)  # the tests trace all rules, each as it fires
    result: list[Refusal] = []

    def find() -> Refusal:
        result.append(Refusal("“{space}” is full.", GAME.rules["turn"], "Go elsewhere.", {"space": "A4"}))
        return result[-1]

    late = LateRefusal(find)
    assert not result
    assert (late.why, late.hint, late.rule.key) == ("“A4” is full.", "Go elsewhere.", "turn") and len(
        result
    ) == 1
    with traced() as fired:
        LateRefusal(find)
    assert ("turn", "refuses") in fired


def test_a_fault_in_finding_a_reason_is_told_as_a_refusal() -> None:
    late = LateRefusal(lambda: 1 / 0)  # type: ignore[arg-type, return-value]
    assert late.rule.key == "stumble" and str(late).startswith(rulebook.STUMBLED)


def test_a_fault_that_is_told_as_a_refusal_has_its_cause(monkeypatch):
    monkeypatch.setattr(Step, "misspelt", True)
    no = refusal(tiny.Count(), draft(Step, "Red", {}))
    assert isinstance(no.__cause__, AttributeError) and no.__cause__.name == "pase"


def test_a_seat_that_can_do_nothing_for_a_fault_is_a_dead_end_with_that_cause(monkeypatch):
    """A sound verb is said instead; where all that is left stumbles, the dead end says why."""
    sound, rng = (Step, tiny.Pass), random.Random(1)
    monkeypatch.setattr(Step, "misspelt", True)
    assert {wander(sound, tiny.Count(), rng).verb for _ in range(20)} == {"pass"}
    with pytest.raises(DeadEnd, match="Red can do nothing") as caught:
        wander((Step,), tiny.Count(), rng)
    assert isinstance(caught.value.__cause__, Stumble)
    with pytest.raises(DeadEnd) as caught:
        wander((), tiny.Count(), rng)
    assert caught.value.__cause__ is None


def test_a_player_is_given_the_verbs_of_all_phases(table):
    given = []

    def choose(kinds, state, rng):
        given.append({kind.verb for kind in kinds})
        return wander(kinds, state, rng)

    for _ in islice(moves(GAME, table.state, random.Random(1), choose), 40):
        pass
    assert all(verbs == {kind.verb for kind in GAME.kinds if not kind.anytime} for verbs in given)


NOT_NOUNS = ("by", "verb", "title", "cost", "icon", "during", "of", "at_once", "its_nouns", "check", "apply")


@pytest.mark.parametrize("name", NOT_NOUNS)
def test_a_noun_cannot_be_called_like_what_every_action_has(name):
    noun = Annotated[str, Noun[tiny.Count]("Which?", lambda count, draft: ("1",))]
    why = f"“sow-seeds”: a noun cannot be called “{name}”; every action has one."
    with pytest.raises(ValueError, match=why):
        make_dataclass("SowSeeds", [(name, noun)], bases=(Action,), frozen=True)


def test_a_verb_says_anew_what_every_action_has_and_asks_its_parents_nouns_otherwise():
    @dataclass(frozen=True)
    class Sprint(Step):
        """As legal as ever."""

        title: ClassVar[str] = "Sprint!"
        icon: ClassVar[str]
        cost: "ClassVar[str]"
        during = ("race",)
        of: ClassVar = ("Red",)
        pace: Annotated[str, Noun[tiny.Count]("How fast?", lambda count, draft: ("9",))]

    assert (Sprint.title, Sprint.during, Sprint.of) == ("Sprint!", ("race",), ("Red",))
    assert Sprint.icon == Sprint.cost == ""
    assert [noun.ask for noun in nouns(Sprint).values()] == ["How fast?"]


def test_a_rule_that_there_is_not_is_told_with_the_nearest():
    rules = tiny.RULES
    assert "stepp" not in rules and rules.get("stepp") is None
    for look in (
        lambda: rules["stepp"],
        lambda: rules.require(False, "stepp", "No."),
        lambda: rules.refuse("stepp", "No."),
    ):
        with pytest.raises(NoRule) as caught:
            look()
        assert str(caught.value) == "“stepp” is no rule; did you mean “step”?"
    assert rules.require(True, "stepp", "What holds is not looked up.") is None


def test_a_number_is_asked_as_one_and_judged_when_it_is_given():
    count = tiny.Count()
    question = ask(Step, count, "Red", {})
    assert isinstance(question, Ask) and question.options == ()
    assert question.number and (question.number.least, question.number.most) == (-1, 300)
    assert ask(Step, count, "Red", {"pace": ["-1"]}) == Step("Red", "-1")
    with pytest.raises(Refusal, match="At most three"):
        ask(Step, count, "Red", {"pace": "4"})
    for wrong in ("301", "-2", "03", "+1", "2.0", "٣", "", "x"):
        with pytest.raises(Refusal, match=r"is not an answer to “How far.*from −1 to 300 would be right"):
            read(Step, count, "Red", {"pace": wrong})
    assert [*Number(8, 11)] == ["8", "9", "10", "11"] and len([*legal((Step,), count, ["Red"])]) == 5


def test_a_number_among_a_list_of_numbers_is_told_the_range():
    with pytest.raises(Refusal, match=r"“9” is not an answer .*; from 1 to \d+ would be right"):
        read(tiny.Add, tiny.Count(), "Red", {"step": "9"})


def test_a_forbidden_answer_is_the_reason_before_what_is_asked_after_it():
    """Real names at a wrong moment are refused by what forbids them, whatever would be asked next."""
    norse = shelf()["high-heavens"]
    table = Table.open(norse, Opening({seat: seat for seat in norse.seats(2)}))
    for seat in norse.seats(2):
        rule, why = refused(table, seat, "move", {"god": "Odin", "way": "A1"})
        assert rule != "stumble" and why.endswith(".")


def test_a_verb_cannot_bear_a_name_of_the_table_or_of_another_verb():
    class Undo(tiny.Pass):
        """Not this."""

    for kinds, why in (
        ((Undo,), "is called “undo”, which is the table's own"),
        ((Step, Step), "another verb's"),
    ):
        with pytest.raises(ValueError, match=why):
            replace(tiny.GAME, kinds=kinds)
    with pytest.raises(ValueError, match="at most 8 seats, not 9"):
        replace(tiny.GAME, players=(2, 9))


# -- questions --------------------------------------------------------------------------------------------


def test_a_verb_is_asked_question_by_question(table):
    first = ask(Deploy, table.state, "Angels", {})
    assert isinstance(first, Ask) and first.field == "ally" and len(first.allowed) == 6
    assert {option.refusal.rule.key for option in first.forbidden} == {"deploy-what"}
    where = ask(Deploy, table.state, "Angels", {"ally": "Jophiel"})
    assert where.field == "space" and [option.name for option in where.allowed] == ["A1", "B1"]
    pay = ask(Deploy, table.state, "Angels", {"ally": "Jophiel", "space": "A1", "paying": ["Uriel"]})
    assert (pay.field, pay.chosen, pay.count) == ("paying", ("Uriel",), 2)
    assert "Uriel" not in [option.name for option in pay.options]
    done = ask(
        Deploy, table.state, "Angels", {"ally": "Jophiel", "space": "A1", "paying": ["Zadkiel", "Uriel"]}
    )
    assert done == Deploy("Angels", "Jophiel", "A1", ("Uriel", "Zadkiel")), "in the order of the options"


def test_an_answer_that_is_not_allowed_stops_the_question_it_answers(table):
    with pytest.raises(Refusal, match="Uriel is not on the battlefield"):
        ask(Move, table.state, "Angels", {"token": "Uriel"})


def test_an_answer_and_a_button_say_what_they_cost_now():
    table = Table.open(tiny.GAME, Opening({"Red": "Ada", "Blue": "Ben"}))
    question = ask(tiny.Add, table.say("Red", "add", {"step": "2"}).state, "Blue", {})
    assert [(option.name, option.price) for option in question.options] == [
        ("1", "makes 3"),
        ("2", "makes 4"),
        ("3", "makes 5"),
        ("4", ""),
    ], "what is forbidden costs nothing"
    assert tiny.Throw.face(table.state, "Red") == ("Throw", "2 of 3")
    assert tiny.Add.face(table.state, "Red") == (tiny.Add.title, tiny.Add.cost)


def test_read_and_written_are_inverse(table):
    action = Deploy("Angels", "Jophiel", "A1", ("Uriel", "Zadkiel"))
    assert read(Deploy, table.state, "Angels", written(action)) == action
    assert list(nouns(Deploy)) == ["ally", "space", "paying"]


def test_words_are_tidied_and_limited(table):
    done = ask(Ruling, table.state, "Angels", {"thing": "Round", "to": "3", "why": "  we   lost\tcount "})
    assert done.why == "we lost count"
    assert [
        ask(Ruling, table.state, "Angels", {"thing": "Round", "to": "3", "why": why}).why
        for why in ("", "  ")
    ] == (["by hand", "by hand"])
    for words in ("x" * 121, "a\x00b"):
        with pytest.raises(Refusal):
            read(Ruling, table.state, "Angels", {"thing": "Round", "to": "3", "why": words})


# -- the journal ------------------------------------------------------------------------------------------


def test_an_option_offers_only_seats_that_are_taken():
    game = replace(GAME, players=(1, 2), seats=lambda players: ("Angels", "Demons")[:players])
    first = game.options[0]
    assert [choice.name for choice in game.choices(first, 2)] == ["Angels", "Demons"]
    assert [choice.name for choice in game.choices(first, 1)] == ["Angels"]
    assert game.settled({}, 1)["first"] == "Angels"
    with pytest.raises(ValueError, match="can be Angels; not “Demons”"):
        game.settled({"first": "Demons"}, 1)


def test_a_sitting_refuses_seats_and_options_that_do_not_fit():
    for opening, words in [
        (Opening({"Angels": "Ada"}), "for 2 players; not 1"),
        (Opening({"Angels": "Ada", "Devils": "Ben"}), "seats Angels, Demons; not Angels, Devils"),
        (Opening(SEATS, {"first": "Ada"}), "can be Angels, Demons; not “Ada”"),
        (Opening(SEATS, {"speed": "high"}), "has no option “speed”"),
    ]:
        with pytest.raises(ValueError, match=words):
            Table.open(GAME, opening)


def test_turn_allows(table):
    assert table.say("Angels", "move", MOVE).state.at["Militia 1"] == "A4"


def test_turn_refuses(table):
    assert refused(table, "Demons", "move", MOVE) == ("turn", "The table waits for Angels, not for Demons.")
    assert refused(table, "Nobody", "move", MOVE) == ("turn", "Nobody sits at “Nobody”.")
    assert refused(table, "Demons", "muster", {})[0] == "turn", "only the Angels have Raphael"


def test_sequence_allows(table):
    assert table.say("Angels", "move", MOVE).state.phase == "turn"


def test_sequence_refuses(table):
    key, why = refused(table, "Angels", "recharge", {"token": "Uriel"})
    assert (key, why) == ("sequence", "“Recharge” has no place in the turn.")


def test_on_offer_allows(table):
    assert table.say("Angels", "move", {"token": ["Militia 1"], "space": ["A4"]}).n == 1


def test_on_offer_refuses(table):
    for answers, why in [
        (
            {"token": "Militia 9", "space": "A4"},
            "“Militia 9” is not an answer to “Which of your tokens?” now.",
        ),
        ({"token": "Militia 1"}, "“To which space?” is not answered yet (0 of 1)."),
        (MOVE | {"speed": "2"}, "“move” has no “speed”."),
        ({"token": ["Militia 1", "Michael"], "space": "A4"}, "“Which of your tokens?” takes 1, not 2."),
    ]:
        assert refused(table, "Angels", "move", answers) == ("on-offer", why)
    pay = {"ally": "Jophiel", "space": "A1", "paying": ["Uriel", "Uriel"]}
    assert "given twice" in refused(table, "Angels", "deploy", pay)[1]
    assert refused(table, "Angels", "dance", {}) == ("on-offer", "War in Heaven has no “dance”.")


def test_undo_allows(table):
    one = table.say("Angels", "move", MOVE)
    two = one.say("Angels", "move", {"token": "Militia 1", "space": "A5"})
    back = two.say("Demons", UNDO, {"entry": "2"})
    assert back.state == one.state and back.n == 3 and back.can_undo == 1
    assert [line.text for line in back.log[-1].told] == [
        "Demons take back Angels' “Move: Militia 1, A5”.",
        "Move Militia 1 from A5 to A4.",
    ]
    all_the_way = two.say("Demons", UNDO, {"entry": "1"})
    assert all_the_way.state == table.state and all_the_way.can_undo == 0


def test_undo_refuses(table):
    assert refused(table, "Angels", UNDO, {"entry": "1"})[0] == "undo"
    one = table.say("Angels", "move", MOVE).say("Demons", UNDO, {"entry": "1"})
    assert refused(one.say("Angels", "move", MOVE), "Angels", UNDO, {"entry": "1"}) == (
        "undo",
        "Entry 1 does not stand any more; the last one that stands is 3.",
    )


def test_redo_allows(table):
    two = table.say("Angels", "move", MOVE).say("Angels", "move", {"token": "Militia 1", "space": "A5"})
    back = two.say("Demons", UNDO, {"entry": "1"})
    again = back.say("Angels", REDO, {"entry": "3"})
    assert again.state == two.state and len(again.standing) == 2
    assert again.say("Angels", UNDO, {"entry": "2"}).state == two.standing[0].state


def test_redo_refuses(table):
    assert refused(table, "Angels", REDO, {"entry": "1"})[0] == "redo"
    back = table.say("Angels", "move", MOVE).say("Demons", UNDO, {"entry": "1"})
    assert refused(back, "Angels", REDO, {"entry": "1"}) == ("redo", "Entry 1 cannot be played again; 2 can.")
    played = back.say("Angels", "move", MOVE)
    assert refused(played, "Angels", REDO, {"entry": "2"})[0] == "redo", "something else was played since"


def test_rules_changed_allows(table):
    """An old journal is shown up to the first entry that no longer holds, and goes on from there."""
    entries = [
        Entry(1, "Angels", "move", MOVE),
        Entry(2, "Angels", "move", {"token": "Militia 1", "space": "E9"}),
        Entry(3, "Angels", "end-turn", {}),
    ]
    old = table.replayed(entries)
    assert old.stopped.entry.n == 2 and old.n == 3 and old.state.at["Militia 1"] == "A4"
    assert old.can_undo == 2 and old.can_redo == 0
    on = old.say("Demons", UNDO, {"entry": "2"})
    assert on.stopped is None and on.n == 4 and on.state.at["Militia 1"] == "A4"
    on = on.say("Angels", "move", {"token": "Militia 1", "space": "A5"})
    assert table.replayed(step.entry for step in on.log).state == on.state


def test_a_fault_of_ours_stops_an_old_journal_as_a_rule_does(table, monkeypatch, caplog):
    """What was said before it stands, nothing of it is lost, and the program's own log names the fault."""
    old = table.say("Angels", "move", MOVE).say("Angels", "move", {"token": "Militia 1", "space": "A5"})
    entries = [step.entry for step in old.say("Angels", "end-turn", {}).log]

    def stumble(move, war):
        return war.nowhere if move.space == "A5" else apply(move, war)

    apply = Move.apply
    monkeypatch.setattr(Move, "apply", stumble)
    again = table.replayed(entries)
    assert again.stopped.entry.n == 2 and again.state == old.standing[0].state and again.n == 3
    assert again.stopped.refusal.rule.key == "stumble" and "fault of ours" in again.stopped.refusal.why
    assert "AttributeError" in caplog.text and "nowhere" not in again.stopped.refusal.why
    assert refused(again, "Demons", "end-turn", {})[0] == "rules-changed"
    on = again.say("Demons", UNDO, {"entry": "2"})
    assert on.stopped is None and on.state == old.standing[0].state and on.n == 4


def test_stumble_refuses(table, monkeypatch, caplog):
    """A fault in a game's own code is a refusal at the table; the log has the cause, and play goes on."""
    ours = {"check": lambda move, war: move.tokn, "apply": lambda move, war: war.nowhere}
    for method, wrong in ours.items():
        with monkeypatch.context() as patch:
            patch.setattr(Move, method, wrong)
            rule, why = refused(table, "Angels", "move", MOVE)
        assert rule == "stumble" and "Nothing was done" in why
    assert (
        "“move” has no noun “tokn”; its nouns are token and space" in caplog.text and "nowhere" in caplog.text
    )
    assert table.say("Angels", "move", MOVE).n == 1


def test_stumble_allows(table):
    assert table.say("Angels", "move", MOVE).state.at["Militia 1"] == "A4"


def test_rules_changed_refuses(table):
    old = table.replayed([Entry(1, "Angels", "move", {"token": "Militia 1", "space": "E9"})])
    assert refused(old, "Angels", "move", MOVE) == (
        "rules-changed",
        "Entry 1 no longer holds; go on from it, or take it back.",
    )


def test_game_over_allows(table):
    over = table.say("Demons", "resign", {})
    assert over.state.over.winners == ("Angels",)
    assert over.say("Demons", UNDO, {"entry": "1"}).state.over is None


def test_game_over_refuses(table):
    over = table.say("Demons", "resign", {})
    for verb, answers in [("move", MOVE), ("resign", {}), ("end-table", {}), ("offer-draw", {})]:
        assert refused(over, "Angels", verb, answers)[0] == "game-over"
    ruling = {"thing": "Round", "to": "3", "why": "no"}
    assert refused(over, "Angels", "ruling", ruling)[0] == "game-over"


def test_ruling_allows(table):
    ruled = table.say("Demons", "ruling", {"thing": "Uriel", "to": "C4", "why": "it was there"})
    assert ruled.state.at["Uriel"] == "C4"
    assert ruled.log[-1].told[0].about == ("Uriel",) and "it was there" in ruled.log[-1].told[0].text


def test_ruling_refuses(table):
    for to, why in (
        ("1", "Round is 1 already: nothing would change."),
        ("13", "not an answer to “To what?” now"),
    ):
        rule, text = refused(table, "Angels", "ruling", {"thing": "Round", "to": to, "why": "no"})
        assert rule in ("ruling", "on-offer") and why in text
    there = {"thing": "Militia 1", "to": "B3", "why": "no"}
    assert refused(table, "Angels", "ruling", there) == (
        "stacking",
        "B3 is taken by Militia 2; set that one first.",
    )


def test_a_ruling_in_the_middle_of_a_battle_looks_at_it_anew(table):
    for token, space in (("Fallen 1", "A4"), ("Fallen 2", "B4")):
        table = table.say("Demons", "ruling", {"thing": token, "to": space, "why": "test"})
    pending = table.say("Angels", "battle", {})
    assert pending.state.phase == "choice"
    again = pending.say("Demons", "ruling", {"thing": "Fallen 1", "to": "A7", "why": "it was not there"})
    assert again.state.phase == "battle" and len(again.state.waiting) == 1
    none = again.say("Demons", "ruling", {"thing": "Fallen 2", "to": "B7", "why": "nor was he"})
    assert none.state.phase == "turn" and not none.state.waiting


def test_resign_happens(table):
    assert table.say("Angels", "resign", {}).state.over.rule == "resign"


def test_nobody_resigns_twice(table):
    over = table.say("Angels", "resign", {})
    assert "Angels resign" in refused(over, "Demons", "resign", {})[1]


def test_draw_offer_allows(table):
    offered = table.say("Demons", "offer-draw", {})
    assert offered.state.draw_offered == "Demons"
    assert offered.say("Angels", "agree-draw", {}).state.over.winners == ()
    assert offered.say("Angels", "decline-draw", {}).state.draw_offered == ""


def test_draw_offer_refuses(table):
    assert refused(table, "Angels", "agree-draw", {}) == ("draw-offer", "Nobody offers a draw.")
    offered = table.say("Demons", "offer-draw", {})
    assert refused(offered, "Demons", "agree-draw", {})[0] == "draw-offer"
    assert refused(offered, "Angels", "offer-draw", {})[0] == "draw-offer"


def test_end_table_happens(table):
    over = table.say("Angels", "end-table", {}).state.over
    assert (over.rule, over.winners) == ("end-table", ())


def test_a_table_is_put_away_once(table):
    assert refused(table.say("Angels", "end-table", {}), "Demons", "end-table", {})[0] == "game-over"


def test_a_line_of_the_log_reads_as_a_sentence(table):
    said = table.say("Angels", "deploy", {"ally": "Jophiel", "space": "A1", "paying": ["Uriel", "Zadkiel"]})
    assert sentence(GAME, said.log[-1].entry) == "Deploy: Jophiel, A1, Uriel and Zadkiel"


def test_words():
    assert [does("Angels", "win"), does("Gold", "win")] == ["Angels win", "Gold wins"]
    assert (
        does(("Gold", "Teal"), "have", "has") == "Gold and Teal have"
        and does("Gold", "have", "has") == "Gold has"
    )
    assert possessive("Angels") == "Angels'" and possessive("Gold") == "Gold's"
    assert [counted(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b and c"


def test_games_come_by_entry_points():
    assert shelf()["war-in-heaven"] is GAME


# -- hexes ------------------------------------------------------------------------------------------------


def test_a_board_is_read_from_its_drawing():
    board = Hexes.drawn("  A1  B1\nA2  B2  C2", half=2)
    assert board.step["A1"] == {"E": "B1", "SE": "B2", "SW": "A2"}
    assert board.lines["A2"] == {"NE": ("A1",), "E": ("B2", "C2")}
    assert board.reach("A2", 1) == {"A1": 1, "B2": 1}


def test_flat_tops_run_in_columns():
    board = Hexes.drawn("    b1\na1      c1\n    b2\na2", half=4, pointy=False)
    assert board.step["b1"] == {"SE": "c1", "S": "b2", "SW": "a1"}
    width, height = board.size
    assert round(width, 3) == 5 and round(height, 3) == round(5 * 3**0.5 / 2, 3)


@pytest.mark.parametrize("drawing, words", [("A1  A1", "twice"), (" A1 B1\n  A2", "out of line")])
def test_a_drawing_that_is_wrong_says_which_space(drawing, words):
    with pytest.raises(ValueError, match=words):
        Hexes.drawn(drawing, half=2)


def test_linked_groups():
    beside = {"a": "b", "b": "a", "c": "", "d": "e", "e": "d"}
    assert linked("abcde", beside.__getitem__) == [["a", "b"], ["c"], ["d", "e"]]


# -- sets of cards ----------------------------------------------------------------------------------------


def test_a_set_names_the_card_and_the_field_at_fault():
    gods = Deck(
        "gods",
        "God",
        (
            Field("name", "Name"),
            Field("side", "Side", choices=("N", "G")),
            Field("health", "Health", least=1, most=20),
        ),
        by="side",
        each=1,
    )
    form = SetForm((gods,), {})
    good = {
        "name": "Mine",
        "gods": [{"name": "Thor", "side": "N", "health": 8}, {"name": "Ares", "side": "G", "health": 7}],
    }
    assert form.faults(good) == []
    bad = {"name": "Mine", "gods": [{"name": "Thor", "side": "X", "health": 30}]}
    assert form.faults(bad) == [
        ("Thor", "side", "is “X”; it can be N, G"),
        ("Thor", "health", "is 30; a whole number from 1 to 20 would be right"),
    ]
    assert form.faults({"name": "Mine", "gods": good["gods"][:1]})[0][2] == "holds 0 of G; 1 would be right"
    assert form.faults({"gods": "none"})[-1][0] == "the set"
    assert form.faults([])[0][2] == "is not a table of decks"


def test_a_shielded_game_shows_what_it_can_and_logs_the_cause(caplog):
    def wrong(*given):
        raise KeyError("nothing there")

    names = ("view", "spaces", "starts", "label", "numbers", "reach")
    pointing, figures = Pointing(spaces=wrong, starts=wrong, label=wrong, reach=wrong), Figures(numbers=wrong)
    broken = replace(tiny.GAME, view=wrong, tracked=(Tracked(wrong),)).having(pointing, figures)
    game, count = with_fault_barrier(broken), tiny.Count()
    view = game.view(count)
    assert "fault of ours" in view.phase and [panel.seat for panel in view.panels] == ["Red", "Blue"]
    assert (
        game[Pointing].label(count, "3") == "3"
        and game[Pointing].spaces(count, "3") == ()
        and game[Pointing].reach(count, "x") == {}
    )
    assert (
        game[Pointing].starts(count, "Red") == {}
        and game[Figures].numbers([count]) == []
        and game.things(count) == {}
    )
    assert {record.message for record in caplog.records} == {f"tiny: {name}" for name in (*names, "tracked")}
    table = Table.open(game, Opening({"Red": "Anna", "Blue": "Ben"})).say("Red", "add", {"step": "2"})
    assert table.say("Blue", UNDO, {"entry": "1"}).state.total == 0
    with pytest.raises(ValueError, match=r"Tiny cannot be set up. .* fault of ours"):
        Table.open(
            with_fault_barrier(replace(tiny.GAME, setup=wrong)), Opening({"Red": "Anna", "Blue": "Ben"})
        )


def test_words_of_letters_that_nobody_sees_are_no_words():
    assert plain("\u3164 \u2800\u115f\u1160\uffa0\u200b") == "" and plain("A\u3164da") == "Ada"
