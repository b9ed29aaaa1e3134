"""The designer's lab: who is accused and who is not, the same again, what is kept, and where it is played."""

import json
import random
import re
import signal
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from companion.boxes.shelf import Shelf
from companion.cli.main import main
from companion.extras.lab import output, page, study
from companion.extras.lab.comparison import Changed, changed, differences, trial
from companion.extras.lab.report import report
from companion.extras.lab.saved_games import SavedGames
from companion.extras.lab.study import Findings, Study, play_study
from companion.extras.lab.vocabulary import check_names
from companion.games.heroball.actions.attack import Push
from companion.games.heroball.cards import HOUSE
from companion.kernel.cardset import SetForm
from companion.kernel.features import ComputerPlay
from companion.kernel.rulebook import TABLE
from companion.kernel.shelf import shelf
from companion.kernel.simulate import DeadEnd
from companion.kernel.values import in_words
from companion.players import games, spaces
from companion.players.games import Played, Task, began, play
from companion.players.intervals import Share
from companion.players.moment import names, used
from companion.players.players import at_random, greedy
from companion.players.sitting import sitting

SEATS = ("Gold", "Crimson")
HEROBALL = shelf()["heroball"]
WAR = shelf()["war-in-heaven"]
WAR_TASK = Task("war-in-heaven", 0, 1, ("greedy",))
HEROES = [row["name"] for row in HEROBALL[SetForm].house["heroes"]]


def made_up(n: int, seed: int, strong: str = "", seat: str = "", first: float = 0.5) -> list[Played]:
    """Games of two heroes drawn by lot, in which a hero or a seat wins two of three."""
    rng, result = random.Random(f"made up {seed}"), []
    for number in range(n):
        heroes = dict(zip(SEATS, rng.sample(HEROES, 2), strict=True))
        chance = 0.5
        for one, sign in zip(SEATS, (1, -1), strict=True):
            chance += sign * 0.17 * ((heroes[one] == strong) + (one == seat))
        winner = SEATS[rng.random() >= chance]
        taken = {hero: (one,) for one, hero in heroes.items()}
        offered = dict.fromkeys(HEROES, SEATS)
        times, chances = dict.fromkeys(heroes.values(), 1), dict.fromkeys(HEROES, 2)
        uses = {hero: {one: 1} for one, hero in heroes.items()}
        course = ((0.0, 0.0),) * 4 + (((2.0, 1.0) if winner == "Gold" else (1.0, 2.0)),) * 5
        result.append(
            Played(
                number,
                SEATS,
                ("greedy",) * 2,
                (("Gold",), ("Crimson",)),
                rng.choice(SEATS),
                (winner,),
                "end",
                {},
                60,
                24,
                50,
                500,
                course,
                offered,
                taken,
                times,
                chances,
                frozenset({"end"}),
                uses=uses,
            )
        )
    return result


def restricted(n: int, seed: int, strong: str = "") -> list[Played]:
    """Games in which one seat does without two heroes, drawn by lot, and wins less without a strong one."""
    rng, result = random.Random(f"tested {seed}"), []
    for one in made_up(n, seed):
        without = tuple(sorted(rng.sample(HEROES, 2)))
        seat, other = SEATS[one.number % 2], SEATS[1 - one.number % 2]
        winner = seat if rng.random() < (0.2 if strong in without else 0.5) else other
        result.append(replace(one, without=without, winners=(winner,)))
    return result


def said(played: Sequence[Played], tested: Sequence[Played] = ()):
    return report(HEROBALL, Task("heroball", 0, 1, ("greedy",)), played, tested)


def accused(played: Sequence[Played], tested: Sequence[Played] = ()) -> list[tuple[str, str]]:
    """Return who is accused, the most certain first."""
    return [(name, verdict) for _, name, verdict in sorted(said(played, tested).suspects(), reverse=True)]


@pytest.mark.parametrize("seed", range(5))
def test_a_planted_flaw_is_named_first(seed):
    assert accused(made_up(100, seed), restricted(600, seed, strong="Lykos"))[0] == ("Lykos", "too strong")
    assert accused(made_up(400, seed, seat="Crimson"))[0][0] in SEATS


def test_who_won_with_a_card_does_not_accuse_it():
    """Who is ahead plays other cards than who is behind: that is no merit of the card."""
    assert accused(made_up(400, 0, strong="Lykos")) == []


def test_who_always_goes_first_is_accused_of_going_first_and_of_nothing_else():
    games_ = [replace(one, first="Gold") for one in made_up(400, 1, seat="Gold")]
    assert accused(games_) == []
    (row,) = said(games_).fair["first"]
    assert (row.name, row.verdict) == ("who goes first", "too strong")
    assert {row.verdict for row in said(games_).fair["seat"]} == {"the seat or its turn? see who goes first"}


def tried(n: int, gain: float = 0.0, uses: int = 2, **more: float) -> list[Played]:
    """Return games in each of which a card makes three moments otherwise, that gain so much."""
    sums = {"moments": 3.0, "followed": 2.0, "uses": uses, "uses before": 2.0}
    return [
        replace(
            one,
            otherwise=sums
            | {"gain": gain + 0.1 * (k % 3 - 1), "later": 0.2 * (k % 5 - 2)}
            | {"worth": 2.0 * uses + 0.1 * (k % 5), "worth before": 4.0 + 0.1 * (k % 5)}
            | more,
        )
        for k, one in enumerate(made_up(n, 1))
    ]


POUNCE = Changed("Pounce", "cards", "", ("Lykos",))


def test_a_changed_card_is_told_by_what_moments_gain_by_it_and_how_often_it_is_used():
    neither = trial(POUNCE, tried(40), 1)
    assert neither.verdict == "" and not neither.told and neither.moments == 120
    strong, weak = trial(POUNCE, tried(40, 1.5), 1), trial(POUNCE, tried(40, -1.5), 1)
    assert (strong.verdict, weak.verdict) == ("stronger", "weaker") and strong.told and weak.told
    assert strong.gain.more == pytest.approx(0.5, abs=0.01), "one and a half in three moments"
    assert trial(POUNCE, tried(40, later=-9.0), 1).verdict == "weaker", "what comes of it later counts first"
    often = trial(POUNCE, tried(40, uses=6), 1)
    assert often.verdict == "used more" and not often.told, "whether it is stronger more games may tell"


def test_a_card_that_makes_no_moment_otherwise_is_told_so_after_enough_games():
    none = {"moments": 0.0, "followed": 0.0, "gain": 0.0, "later": 0.0}
    few, enough = (trial(POUNCE, tried(n, **none), 1) for n in (59, 60))
    assert not few.told and enough.told and enough.verdict == ""
    assert output.tried(enough).endswith(": these players never use what differs")


def test_a_few_games_say_nothing_of_a_changed_card():
    one = trial(POUNCE, tried(7, 9.0, uses=6), 1)
    assert one.verdict == "" and not one.told


@pytest.mark.slow
@pytest.mark.parametrize("key", ["heroball", "high-heavens", "havoc-in-heaven"])
def test_each_moment_is_judged_by_the_same_luck_with_the_other_set(key):
    """With a set that is the same in all that counts nothing goes otherwise, however often it is looked."""
    task = Task(key, 0, 1, ("greedy",))
    form = task.box[SetForm]
    deck = form.decks[0]
    card = str(form.house[deck.key][0][deck.fields[0].key])
    renamed = {**form.house, "name": "Under another name"}
    plain, twice = play(task), play(replace(task, tried=(card, ""), beside=renamed))
    assert replace(twice, otherwise={}) == plain, "looking changes nothing"
    sums = twice.otherwise
    assert (sums["moments"], sums["gain"], sums["uses"]) == (0, 0, sums["uses before"])


def test_the_cards_that_differ_are_found():
    form, cards = HEROBALL[SetForm], [dict(row) for row in HOUSE["cards"]]
    cards[0]["cost"] = 0
    (one,) = changed(form, {**HOUSE, "cards": cards}, HOUSE)
    assert (one.card, one.deck, one.used_as) == (cards[0]["name"], "cards", (cards[0]["hero"],))
    assert changed(form, HOUSE, HOUSE) == ()
    assert changed(form, {**HOUSE, "cards": cards[1:]}, HOUSE) is None, "one has a card more"


def test_of_several_changed_cards_each_is_tried_alone():
    cards = [{**row, "cost": 0} if row["name"] in ("Pounce", "Lope") else row for row in HOUSE["cards"]]
    mine = Task("heroball", 0, 1, ("greedy",), cards={**HOUSE, "name": "Mine", "cards": cards})
    house = replace(mine, cards=None)
    study_ = Study(mine, 10, house)
    assert study_.all_games == 40
    for run, name in zip([*study._runs(study_)][2:], ("Lope", "Pounce"), strict=True):
        assert run.tried == (name, "") and run.cards == mine.cards
        assert [row["cost"] == 0 for row in run.beside["cards"] if row["name"] in ("Pounce", "Lope")].count(
            True
        ) == 1, "the other stays as it is in mine"
    many = {**HOUSE, "name": "Mine", "cards": [{**row, "cost": 2} for row in HOUSE["cards"]]}
    assert Study(replace(mine, cards=many), 10, house).all_games == 20, "too many to try one by one"
    one = {**HOUSE, "name": "Mine", "cards": [*HOUSE["cards"][:-1], {**HOUSE["cards"][-1], "cost": 0}]}
    assert Study(replace(mine, cards=one), 10, house).all_games == 20, "one alone"


def test_a_card_belongs_to_the_seat_that_it_names():
    task = Task("high-heavens", 0, 1, ("greedy",))
    pool = dict(Study(task, 1).tested)
    assert pool["Zeus"] == "Greek" and pool["Thor"] == "Norse" and dict(Study(WAR_TASK, 1).tested) == {}
    game = replace(task, tested=Study(task, 1).tested)
    assert {pool[card] for card in game.numbered(0).forbidden(("Norse", "Greek"))} == {"Norse"}
    assert {pool[card] for card in game.numbered(1).forbidden(("Norse", "Greek"))} == {"Greek"}


@pytest.mark.slow
def test_what_is_forbidden_is_not_used():
    """Action cards, too, that no action names."""
    task = Task("heroball", 0, 1, ("greedy",), 2)
    for n in range(4):
        one = play(replace(task, tested=Study(task, 1).tested, number=n))
        seat = one.seats[n % 2]
        assert one.without and not [name for name in one.without if seat in one.uses.get(name, ())]


def test_whom_one_aims_at_one_does_not_use():
    attack = Push("Gold", "Crimson", "F5", ())
    assert [*used(attack)] == ["push", "F5"] and "Crimson" in names(attack)
    played = play(Task("high-heavens", 0, 1, ("random",)))
    gods = {row["name"]: row["side"] for row in shelf()["high-heavens"][SetForm].house["gods"]}
    assert {god: played.taken[god] for god in gods if god in played.taken} == {
        god: (side,) for god, side in gods.items() if god in played.taken
    }


def test_what_each_seat_chose_one_of_is_told_with_what_is_fair():
    findings = said(made_up(200, 1, strong="Lykos"))
    heroes = findings.fair["hero"]
    assert {row.name for row in heroes} == {*HEROES} and sum(row.share.of for row in heroes) == 400
    assert heroes[0].name == "Lykos" and heroes[0].share.low > heroes[0].fair == 0.5
    twice = [replace(one, uses={**one.uses, "Lykos": {"Gold": 1, "Crimson": 1}}) for one in made_up(9, 1)]
    assert "hero" not in said(twice).fair, "then nobody chose one of them"


@pytest.mark.slow
def test_who_is_alike_is_seldom_accused():
    result = [accused(made_up(300, seed), restricted(300, seed)) for seed in range(30)]
    assert not any(result), "two lists, each wrong once in a thousand"


@pytest.mark.slow
def test_it_says_what_it_cannot_tell_and_how_many_games_would():
    (row, _) = said(made_up(30, 1)).fair["seat"]
    assert row.verdict.startswith("cannot tell yet: ") and row.verdict.endswith(" more games would")
    assert {row.verdict for row in said(made_up(6000, 1)).fair["seat"]} == {"fair"}


def test_shared_wins_count_in_parts_and_draws_apart():
    games_ = [replace(one, winners=SEATS) for one in made_up(10, 1)]
    findings = said([*games_, replace(games_[0], winners=())])
    assert (findings.games, findings.shared, findings.drawn) == (11, 10, 1)
    assert all(row.share.share == 0.5 for row in findings.fair["seat"])


def test_what_is_offered_and_hardly_taken_is_dead_and_what_is_always_taken_is_no_choice():
    games_ = []
    for one in made_up(40, 1):
        chances = {**one.chances, "throw": 3, "push": 10}
        taken, offered = {**one.taken, "throw": SEATS}, {**one.offered, "push": SEATS}
        more = {"times": {**one.times, "throw": 3}, "chances": chances, "taken": taken, "offered": offered}
        games_.append(replace(one, **more))
    verdicts = {use.name: use.verdict for use in said(games_).uses}
    assert verdicts["push"] == "dead: hardly ever taken" and verdicts["throw"] == "a must: no choice"


@pytest.mark.parametrize("key", Shelf())
def test_every_box_is_played_and_told_of(key):
    findings = play_study(Study(Task(key, 0, 1, ("random",)), 1))
    text = "\n".join(output.lines(findings))
    assert (
        ("Nobody plays against anybody" in text)
        == (not findings.report.fair)
        == ("Fair? By seat" not in text)
    )
    assert output.data(findings)["games"] == 1 and output.table(findings) and page.body(findings, ())


def test_what_all_win_together_is_told_in_place_of_who_is_stronger():
    side = [replace(one, sides=(SEATS,), winners=SEATS if one.number else ()) for one in made_up(4, 1)]
    findings = said(side)
    assert (findings.together, findings.fair, findings.drawn) == (Share(3, 4), {}, 0), "one lost together"
    assert findings.suspects() == []


def test_a_few_games_make_nothing_dead_and_nothing_a_must():
    """Never in 360 offers may be one in a hundred; always of 33 may be nine in ten."""
    rare = [replace(one, chances={"push": 9}, offered={"push": SEATS}) for one in made_up(40, 1)]
    often = [replace(one, times={"push": 1}, chances={"push": 1}) for one in rare[:33]]
    assert [use.verdict for result in (rare, often) for use in said(result).uses if use.name == "push"] == [
        "",
        "",
    ]


@pytest.mark.parametrize("key", ["tiny", "war-in-heaven", "heroball"])
def test_what_is_taken_is_counted_where_it_is_offered(tiny, key):
    one = play(Task(key, 0, 1, ("greedy",)))
    assert one.chances and max(one.chances.values()) <= one.decisions
    assert all(0 < n <= one.chances[name] for name, n in one.times.items())


def test_what_every_choice_contains_is_neither_taken_nor_left():
    task = Task("heroball", 0, 1, ("greedy",))
    one, start = play(task), began(HEROBALL, task)
    steps = [*sitting(HEROBALL, start, dict.fromkeys(start.seats, greedy), "1 0")]
    verbs = [({choice.verb for choice in step.moment.choices}, step.action.verb) for step in steps]
    forced = [verb for could, verb in verbs if could == {verb}]
    assert forced, "as in the draft, where all there is is to choose a hero"
    for name in HEROBALL.kinds:
        free = [verb for could, verb in verbs if name.verb in could and len(could) > 1]
        assert one.chances.get(name.verb, 0) == len(free)
        assert one.times.get(name.verb, 0) == free.count(name.verb)


def test_what_nobody_looked_at_is_said_not_to_be_counted(tiny):
    findings = play_study(Study(Task("tiny", 0, 1, ("random",)), 6))
    text, html, plain = output.lines(findings), page.body(findings, ()), output.data(findings)["report"]
    for name in ("decisions, mean", "choices at a decision, mean", "minutes, estimated"):
        assert f"  {name}: not counted" in text and plain["figures"][name] is None
        assert f'<th scope="row">{name}</th><td>not counted</td>' in html
    (add,) = (use for use in plain["uses"] if use["name"] == "add")
    assert add["taken"] > 6 and add["offered"] is None
    assert any(line.startswith("  add: ") and line.endswith(f"taken {add['taken']}") for line in text)
    (row,) = (row.split(",") for row in output.table(findings).splitlines() if row.startswith("verb,add,"))
    assert row[8:] == ["not counted", str(add["taken"]), f"{add['worth']:+.1f}", ""]
    seen = output.data(play_study(Study(Task("tiny", 0, 1, ("greedy",)), 6)))["report"]
    assert seen["figures"]["decisions, mean"] > 0 and all(use["offered"] is not None for use in seen["uses"])


def test_how_tense_it_is():
    findings = said(made_up(50, 1))
    assert findings.leads[0].of == 0 and findings.leads[-1].share == 1, "who leads in the end won"
    assert findings.figures["drama: part of the game the winner is behind"] == 0
    assert findings.endings == {"end": 50} and "end" not in findings.silent and "pass" not in findings.silent


@pytest.mark.parametrize("key", ["heroball", "war-in-heaven", "five-dice"])
def test_only_rules_that_make_something_happen_are_said_never_to_fire(key):
    findings = play_study(Study(Task(key, 0, 1, ("random",)), 1))
    rules = findings.study.task.box.rules
    assert not {*findings.report.silent} & {*TABLE}
    assert all(rules[name].kept == "happens" for name in findings.report.silent)
    assert key == "five-dice" or {*findings.report.silent} < {*rules} - {*findings.played[0].fired}


def test_the_page_tells_in_tables_what_its_pictures_show():
    went = {"": {"F6": 2}, "F6": {"A1": 1, "out": 1}}
    games_ = [
        replace(one, named={"F6": 3, "A1": 1, "out": 1}, went=went, fought={"A1": 1})
        for one in made_up(40, 1, strong="Lykos")
    ]
    study = Study(Task("heroball", 0, 1, ("greedy",)), 40)
    html = page.body(Findings(study, said(games_), played=tuple(games_)), ())
    (lykos,) = (use for use in said(games_).uses if use.name == "Lykos")
    assert f'<th scope="row">Lykos</th><td>{lykos.each_game:.1f}</td><td>+0.0</td>' in html
    tried = said(games_, restricted(600, 1, strong="Lykos"))
    html_ = page.body(Findings(study, tried, played=tuple(games_)), ())
    assert "<h2>Which card?</h2>" in html_ and '<th scope="row">Lykos</th><td>too strong</td>' in html_
    assert '<th scope="row">after 1 tenth</th><td>–</td><td>0</td>' in html
    assert '<th scope="row">after 9 tenths</th><td>100.0 % (91 to 100 %)</td><td>40</td>' in html
    heads = "".join(f"<th>{head}</th>" for head in ("Space", "named", "visits", "fights", "falls"))
    assert heads in html.replace(' scope="col"', "")
    assert html.index('<th scope="row">F6</th><td>120</td><td>80</td><td>0</td><td>40</td>') < html.index(
        '<th scope="row">A1</th><td>40</td><td>40</td><td>40</td><td>0</td>'
    )
    assert '<th scope="row">out</th>' not in html, "it is no space of the board"


@pytest.mark.parametrize("key", ["war-in-heaven", "high-heavens", "havoc-in-heaven", "heroball"])
def test_who_came_to_a_space_and_did_not_leave_it_stands_there(key):
    game = shelf()[key]
    task = Task(key, 0, 1, ("random",))
    start = began(game, task)
    steps = list(sitting(game, start, dict.fromkeys(start.seats, at_random), "1"))

    def standing(state) -> Counter:
        pieces = [kind.now(state) for kind in game.tracked if kind.piece]
        values = [in_words(value) for kind in pieces for value in kind.values()]
        return Counter(str(words).split(",")[0].removeprefix("on ") for words in values)

    balance = standing(steps[0].moment.state)
    for was, ways in (ways_of := spaces.went(game, steps)).items():
        for now, n in ways.items():
            balance.subtract({was: n})
            balance.update({now: n})
    del balance[""]
    assert ways_of and +balance == standing(steps[-1].after)


def test_a_fight_is_where_the_log_says_they_fight():
    game = WAR
    start = began(game, Task("war-in-heaven", 0, 1, ("greedy",)))
    steps = list(sitting(game, start, dict.fromkeys(start.seats, greedy), "1"))
    said_ = [line.text for step in steps for line in step.after.told if line.text.startswith("They fight")]
    matches = Counter(space for words_ in said_ for space in re.findall(r"on ([A-H]\d+)", words_))
    assert matches and spaces.fought(steps) == dict(matches)


@pytest.mark.parametrize("key", ["high-heavens", "havoc-in-heaven", "heroball"])
def test_what_is_attacked_stands_on_the_board(key):
    task = Task(key, 2, 1, ("greedy" if key == "heroball" else "random",))
    game, played = task.box, play(task)
    picture = game.view(game.setup(began(game, task))).picture
    assert played.fought and {*played.fought} <= {cell.space for cell in picture.cells}


def test_killer_moves_are_those_by_which_most_was_gained():
    games_ = [
        replace(one, killer=("attack", "F6", *(["Pounce"] if one.number < 4 else [])))
        for one in made_up(5, 1)
    ]
    report = said([*games_, made_up(6, 1)[5]])
    assert report.killers == (("attack", Share(5, 5)), ("Pounce", Share(4, 5))), "spaces stand elsewhere"
    findings = Findings(Study(Task("heroball", 0, 1, ("greedy",)), 6), report, played=tuple(games_))
    assert "by which most was gained in so many of 5 games: attack 100 %, Pounce 80 %" in "\n".join(
        output.lines(findings)
    )
    assert '<th scope="row">Pounce</th><td>80.0 % (38 to 96 %)</td><td>5</td>' in page.body(findings, ())
    assert "\nkiller move,Pounce,4,5,0.8000," in output.table(findings)
    assert output.data(findings)["report"]["killers"][0][0] == "attack"


@pytest.mark.slow
def test_a_killer_move_is_the_decision_that_gained_most_and_is_kept_and_chance_makes_none(tmp_path):
    task = Task("war-in-heaven", 0, 1, ("greedy",))
    one = play(task)
    start = began(WAR, task)
    steps = [*sitting(WAR, start, dict.fromkeys(start.seats, greedy), "1 0")]
    gains = [
        (
            WAR[ComputerPlay].worth(step.after, seat) - WAR[ComputerPlay].worth(step.moment.state, seat),
            step.action,
        )
        for step in steps
        for seat in [step.moment.seat]
        if len(step.moment.choices) > 1 and step.after.over is None
    ]
    assert one.killer == tuple(sorted({*used(max(gains, key=lambda pair: pair[0])[1])}))
    kept = SavedGames(tmp_path)
    kept.keep(task, one)
    assert kept.played(task) == {0: one}
    assert play(replace(task, by=("random",))).killer == ()


def test_who_is_level_does_not_lead():
    ups = (
        (0.0, 0.0),
        (1.0, 2.0),
        (2.0, 2.0),
        (2.0, 3.0),
        (3.0, 3.0),
        (4.0, 3.0),
        (4.0, 4.0),
        (5.0, 4.0),
        (5.0, 5.0),
    )
    findings = said([replace(made_up(1, 1)[0], course=ups, winners=("Gold",))])
    assert findings.figures["changes of the lead, mean"] == 1, (
        "from Crimson to Gold; being level gives nobody the lead"
    )
    assert [(share.won, share.of) for share in findings.leads[:6]] == [
        (0, 0),
        (0, 1),
        (0, 0),
        (0, 1),
        (0, 0),
        (1, 1),
    ]
    text = "\n".join(output.lines(play_study(Study(Task("darts", 0, 1, ("random",)), 1))))
    assert "who leads wins, tenth by tenth: –, –" in text


def test_partners_lead_together():
    four = ("North", "East", "South", "West")
    marks = ((2.0, 1.0, 2.0, 1.0),) * 4 + ((1.0, 2.0, 1.0, 2.0),) * 5
    game = replace(
        made_up(1, 1)[0], seats=four, sides=(four[::2], four[1::2]), course=marks, winners=four[1::2]
    )
    findings = said([replace(game, taken={}, offered={})])
    assert findings.figures["changes of the lead, mean"] == 1
    assert [share.won for share in findings.leads] == [0] * 4 + [1] * 5


def test_what_if_is_told_pair_by_pair():
    before, after = made_up(200, 1), made_up(200, 1, seat="Gold")
    gold, crimson = differences(before, after)
    assert gold.more > 0 and gold.low > 0 and gold.more == pytest.approx(-crimson.more)
    assert all(gap.more == 0 == gap.low for gap in differences(before, before))


def test_a_set_beside_the_houses_is_told_what_it_wins_more():
    """The other way round for options: there it is what the others would change."""
    house, strong = made_up(200, 1), made_up(200, 1, seat="Gold")
    mine = Task("heroball", 0, 1, ("greedy",), cards={**HOUSE, "name": "Mine"})
    findings = study._findings(Study(mine, 200, against=replace(mine, cards=None)), [strong, house])
    assert {one.name: one.more > 0 for one in findings.differences[:2]} == {"Gold": True, "Crimson": False}
    text = "\n".join(output.lines(findings))
    assert "What seats and users win more with Mine instead of the house set" in text
    other = replace(mine, options=(("never-ask", "no"),))
    findings = study._findings(Study(mine, 200, against=other), [house, strong])
    assert findings.differences[0].name == "Gold" and findings.differences[0].more > 0
    assert "win more with the other options" in "\n".join(output.lines(findings))


def test_a_set_that_changes_no_game_is_told_so():
    games_ = made_up(40, 1)
    mine = Task("heroball", 0, 1, ("greedy",), cards={**HOUSE, "name": "Mine"})
    findings = study._findings(Study(mine, 40, against=replace(mine, cards=None)), [games_, games_])
    said_ = "No game went otherwise with Mine instead of the house set: these players never use what differs."
    text = "\n".join(output.lines(findings))
    assert said_ in text and "points of share" not in text and output.data(findings)["alike"]
    html = page.body(findings, ())
    assert said_ in html and "Points of share" not in html
    assert "No card differs." in text and "None was tried alone" not in text


def test_a_study_plays_the_set_the_other_and_each_restriction_on_the_same_seeds(tiny):
    task = Task("tiny", 0, 3, ("random",))
    findings = play_study(Study(task, 12, replace(task, options=(("goal", "100"),)), ("throw", "add")))
    assert findings.report.games == findings.against.games == 12 and [
        name for name, _ in findings.without
    ] == [
        "throw",
        "add",
    ]
    assert findings.without[1][1].won == 0, "who never adds never says the last number"
    again = play_study(
        Study(task, 12, replace(task, options=(("goal", "100"),)), ("throw", "add")), ThreadPoolExecutor(2)
    )
    assert output.data(findings) == output.data(again), "threads or not"


def test_what_was_played_counts_where_somebody_stops_it(tiny, monkeypatch, cli):
    def stops(task: Task) -> Played:
        if task.number == 5:
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr(games, "play", stops)
    text = cli("lab tiny --games 9 --processes 1", code=130)
    assert "5 of 9 games, seed 1" in text and "Stopped; this is what was played till then." in text
    monkeypatch.setattr(games, "play", lambda task: stops(replace(task, number=5)))
    assert "No game was played to its end" in cli("lab tiny --games 9 --processes 1", code=1)


def test_a_game_in_which_nobody_can_go_on_is_left_out_and_said(tiny, monkeypatch, cli):
    def ends(task: Task) -> Played:
        if task.number == 5:
            raise DeadEnd("Red can do nothing")
        return play(task)

    monkeypatch.setattr(games, "play", ends)
    for command in (["lab"], ["simulate"], ["match", "--a", "greedy", "--b", "random"]):
        arguments = [command[0], "tiny", "--games", "8", "--processes", "1", *command[1:]]
        text = cli(*arguments)
        assert "1 game could not be played: no. 5." in text and "7 " in text and "Stopped" not in text
        result = json.loads(cli(*arguments, "--json"))
        assert (result["games"], result["stopped"], result["unplayed"]) == (7, False, [5])
    monkeypatch.setattr(games, "play", lambda task: ends(replace(task, number=5)))
    assert "No game was played to its end" in cli("simulate tiny --games 3 --processes 1", code=1)


@pytest.mark.parametrize("command", ["simulate", "match"])
def test_what_was_simulated_counts_where_somebody_stops_it(tiny, command, monkeypatch, cli):
    def stops(task: Task) -> Played:
        if task.number == 5:
            signal.raise_signal(signal.SIGINT)
        return play(task)

    monkeypatch.setattr(games, "play", stops)
    quick = ["--a", "greedy", "--b", "random"] if command == "match" else []
    text = cli(f"{command} tiny --games 9 --processes 1", *quick, code=130)
    assert text.startswith("Stopped; this is what was played till then.\n") and "6 games" in text


class Gone(Executor):
    """Plays four games; then its scheduler is gone."""

    left = 4

    def submit(self, what, *given):
        self.left -= 1
        future = Future()
        if self.left < 0:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(what(*given))
        return future


def test_what_was_played_counts_where_the_scheduler_is_gone(tiny):
    """Dask cancels what it cannot have played any more."""
    findings = play_study(Study(Task("tiny", 0, 1, ("greedy",)), 9), Gone())
    assert findings.stopped and findings.report.games == 4 and "of 9 games" in output.lines(findings)[0]


@pytest.mark.parametrize("form", ["--html", "--pdf"])
def test_where_a_page_cannot_be_written_is_said_before_anything_is_played(
    tiny, form, tmp_path, monkeypatch, cli
):
    played = []
    monkeypatch.setattr(games, "play", played.append)
    for there in (tmp_path / "nowhere" / "page", tmp_path):
        assert f"{there} cannot be written: " in cli("lab tiny --games 1", form, there, code=1)
    assert not played and not [*tmp_path.iterdir()]


@pytest.mark.slow
def test_the_same_command_gives_the_same_bytes(tiny, tmp_path, cli):
    lines = []
    for n in range(2):
        html, pdf = tmp_path / f"{n}.html", tmp_path / f"{n}.pdf"
        forms = ["--html", str(html), "--pdf", str(pdf)]
        data = cli("lab tiny --games 8 --processes 1 --json", *forms)
        lines.append((html.read_bytes(), pdf.read_bytes(), data))
    assert lines[0] == lines[1]
    html, pdf, data = lines[0]
    assert (
        html.count(b"<svg") >= 3 and b"8 games, seed 1, played by greedy" in html and pdf.startswith(b"%PDF")
    )
    assert b"<image" not in html, "vectors, nothing else"
    result = json.loads(data)
    assert result["games"] == 8 and result["report"]["fair"]["seat"][0]["share"]["of"] == 8
    rows = cli("lab tiny --games 8 --processes 1 --csv").splitlines()
    assert rows[0].startswith("list,name,won,of,share") and any(row.startswith("seat,Red,") for row in rows)


@pytest.mark.parametrize(
    "more, why",
    [
        (["--what-if", "goal=7"], "“Goal” can be 10, 100, 100000"),
        pytest.param(
            ["--cluster", "tcp://127.0.0.1:1"],
            "No scheduler answers at tcp://127.0.0.1:1",
            marks=pytest.mark.slow,
        ),
        (["--set", "/nowhere.toml"], "/nowhere.toml cannot be read"),
        (["--without", "throv"], "“throv” is no verb, card or thing of Tiny; did you mean “throw”?"),
        (
            ["--without", "throw", "--without", "x"],
            "“x” is no verb, card or thing of Tiny; known are add, throw",
        ),
        (["--against", "house"], "beside itself"),
        (["--json", "--csv"], "--json or --csv"),
    ],
)
def test_what_cannot_be_studied_is_said(tiny, more, why, capsys, monkeypatch):
    monkeypatch.setattr("companion.extras.lab.command.PATIENCE", 0.3)
    assert main(["lab", "tiny", "--games", "1", *more]) in (1, 2)
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    "key, thing",
    [("heroball", "Pounce"), ("heroball", "push"), ("heroball", "F6"), ("five-dice", "Full house")],
)
def test_verbs_cards_spaces_and_answers_can_be_done_without(key, thing):
    check_names(Task(key, 0, 1, ("greedy",)), (thing,))
    with pytest.raises(ValueError, match=f"did you mean “{thing}”"):
        check_names(Task(key, 0, 1, ("greedy",)), (thing, f"{thing}e"))


@pytest.mark.slow
def test_it_is_played_on_a_cluster_too(cli):
    from distributed import LocalCluster

    here = ["lab", "heroball", "--games", "6", "--json"]
    text = cli(*here, "--processes", "1")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert len(cluster.workers) == 2
        assert cli(*here, "--cluster", cluster.scheduler_address) == text


@pytest.mark.soak
def test_a_flaw_planted_in_a_real_set_is_named_first(tmp_path: Path, cli):
    house = cli("set new heroball --house")
    file = tmp_path / "flawed.toml"
    at = house.index('name = "Pounce"')
    flawed = house[:at] + house[at:].replace("cost = 3", "cost = 1", 1).replace("pay token: ", "", 1)
    flawed = flawed[:at] + flawed[at:].replace(" Place a tracking token on it.", "", 1)
    assert flawed != house
    file.write_text(flawed)
    assert json.loads(cli("lab heroball --set", file, "--against", "house", "--games", "120", "--json"))[
        "suspects"
    ][0] == ["Pounce", "stronger"]


def test_the_lab_asks_for_its_extra_in_words(tiny, monkeypatch, cli, tmp_path):
    def without(*_: object) -> None:
        raise ModuleNotFoundError(name="matplotlib")

    monkeypatch.setattr("companion.extras.lab.charts.pdf", without)
    cli("lab tiny --games 1 --pdf", tmp_path / "x.pdf", code=1)
    assert "install companion-table[lab]" in cli.err and "1 games, seed 1" in cli.out, (
        "what was played is told"
    )
    monkeypatch.setattr("companion.extras.lab.command.find_spec", lambda name: None)
    monkeypatch.setattr(games, "play", without)
    text = cli("lab tiny --games 1 --pdf", tmp_path / "x.pdf", code=1)
    assert text == "Pictures need matplotlib: install companion-table[lab].\n"
    assert study.Study(Task("tiny", 0, 1, ()), 5).all_games == 5


def test_a_late_card_is_told_though_both_sets_were_played_alike(monkeypatch):
    """Nobody came so far that it mattered, but for the games in which it is there from the start."""
    strong, as_it_was = tried(40, 1.5), made_up(40, 1)
    monkeypatch.setattr(games, "play", lambda task: (strong if task.tried else as_it_was)[task.number])
    monkeypatch.setattr("companion.extras.lab.comparison._late", lambda *_: True)
    cards = [{**row, "cost": 0} if row["name"] == "Pounce" else row for row in HOUSE["cards"]]
    mine = Task("heroball", 0, 1, ("greedy",), cards={**HOUSE, "name": "Mine", "cards": cards})
    findings = play_study(Study(mine, 320, replace(mine, cards=None)))
    assert findings.suspects()[0] == ("Pounce", "stronger") and not findings.alike
    text = "\n".join(output.lines(findings))
    assert "Pounce: tried as if in play from the start; 60 moments went otherwise in 20 games; each " in text


def test_it_stops_once_a_changed_card_is_surely_stronger(monkeypatch):
    """After a sixteenth of the games, an eighth and so on, and says so; the card stands before its side."""
    strong, as_it_was = tried(40, 1.5), made_up(40, 1)
    monkeypatch.setattr(games, "play", lambda task: (strong if task.tried else as_it_was)[task.number])
    cards = [{**row, "cost": 0} if row["name"] == "Pounce" else row for row in HOUSE["cards"]]
    mine = Task("heroball", 0, 1, ("greedy",), cards={**HOUSE, "name": "Mine", "cards": cards})
    findings = play_study(Study(mine, 320, replace(mine, cards=None)))
    assert findings.report.games == 20 and not findings.stopped
    assert findings.suspects()[0] == ("Pounce", "stronger")
    text = "\n".join(output.lines(findings))
    assert "20 of 320 games" in text and "These games tell, so the rest was not played." in text
    assert "Pounce: 60 moments went otherwise in 20 games; each gained +0.5 more" in text
