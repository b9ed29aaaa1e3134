"""Games of somebody's own: a text and its form, versions that are kept, tables that take the next one."""

from pathlib import Path
from time import process_time

import pytest

from companion import check
from companion.boxes import form, shelf
from companion.boxes.form import buttons, starts
from companion.boxes.form.tables import tables
from companion.boxes.own import Described, Faulty, is_own, key_of
from companion.kernel import transcript
from companion.kernel.features import Clocks, Origin, Secrets
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.storage import backup, boxes, retention
from companion.storage.engine import Database, Unavailable
from companion.storage.store import Store
from companion.storage.verify import verify
from tests.conftest import fresh

PAD = starts.source("pad")
MORE = PAD.replace("0..20", "0..40")
"""The next version of it."""


# -- a text and its form -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", starts.KEYS)
def test_what_one_begins_from_is_a_game(key):
    game = Described()(starts.source(key))
    check.declares(game)
    for each in check.openings(game):
        check.plays(game, each, 1)


@pytest.mark.parametrize("text", [*map(starts.source, starts.KEYS), *map(shelf.source, shelf.keys())])
def test_a_form_that_says_nothing_new_leaves_the_text_as_it_is(text):
    assert form.merged(text, text, form.form(text).values) == text


def test_what_is_typed_into_a_field_is_written_into_the_text_and_its_remarks_stay():
    text = buttons.added(buttons.added(PAD, "lines"), "counters")
    typed = form.form(text).values | {
        "name": "Wald",
        "least": "3",
        "rounds": "5",
        "lines.line_1.name": "Wälder",
        "lines.line_1.points": "0, 5,10",
        "lines.towns.hint": "",
        "lines.roads.points": "= towns × 2",
        "counters.counter_1.name": "Gold",
        "counters.counter_1.change": "−5 +5",
        "wins": "least",
        "verbs.x.does": "win",
    }
    text = buttons.renamed(form.merged(text, text, typed))
    game = Described()(text)
    assert text.startswith("# A pad with a line") and game.name == "Wald" and game.players == (3, 4)
    assert "[lines.walder]\npoints = [0, 5, 10]" in text and 'name = "Wälder"' in text
    assert "hint" not in text and 'formula = "towns × 2"' in text and "[counters.gold]" in text
    assert "change = [-5, 5]" in text and 'wins = "least"' in text and "verbs" not in text
    assert "walder" not in buttons.dropped(text, "lines", "walder")


def test_what_is_typed_into_the_text_is_kept_beside_what_is_typed_into_a_field():
    by_hand = PAD.replace("0..20", "0..30")
    both = form.merged(by_hand, PAD, form.form(PAD).values | {"name": "Both"})
    assert 'name = "Both"' in both and "0..30" in both
    broken = by_hand + "[lines"
    assert form.merged(broken, PAD, form.form(PAD).values | {"name": "Both"}) == broken


def test_buttons_with_throws_clocks_phases_rules_and_what_is_hidden_are_made_in_fields():
    text = PAD
    for group in ("verbs", "timers", "phases", "rules", "counters"):
        text = buttons.added(text, group)
    typed = form.form(text).values | {
        "order": "together",
        "round": "Day",
        "first": "passes",
        "lines.towns.hidden": "left",
        "counters.counter_1.name": "Gold",
        "counters.counter_1.most": "10 + 2 × round",
        "verbs.button_1.title": "Earn",
        "verbs.button_1.does": "counter_1 += thrown; counter_1 −= 1",
        "verbs.button_1.throws": "die",
        "timers.timer_1.name": "Sand",
        "timers.timer_1.each": "turn",
        "timers.timer_1.then": "next",
        "phases.phase_1.order": "one",
        "rules.rule_1.words": "Ten gold win.",
        "rules.rule_1.when": "counter_1 >= 10",
        "rules.rule_1.does": "win",
    }
    text = form.merged(text, text, typed)
    game = Described()(text)
    assert form.form(text).values == typed | {"phases.phase_1.name": ""}
    assert 'does = ["counter_1 += thrown", "counter_1 −= 1"]' in text and 'most = "10 + 2 × round"' in text
    assert game.get(Clocks) and game.get(Secrets) and "earn" not in text
    assert game.kind("button-1").title == "Earn"
    back = form.merged(text, text, typed | {"verbs.button_1.throws": "", "verbs.button_1.does": "win"})
    assert "asks" not in back and Described()(back).kind("button-1") is not None
    coin = form.merged(text, text, typed | {"verbs.button_1.throws": "coin"})
    assert "chance = true" in coin and form.form(coin).values["verbs.button_1.throws"] == "coin"


def test_a_text_of_all_64_kb_has_a_form_that_writes_one_table_of_it():
    """What is changed in one table is written anew, and not the rest; and many fields as one."""
    rows = "".join(f"[counters.c{n}]\n# {'x' * 1_800}\nmost = {n + 5}\nchange = [1]\n" for n in range(30))
    text = PAD.rstrip() + "\n" + rows
    assert 50_000 < len(text) < 64 * 1024
    began = process_time()
    new = form.merged(text, text, form.form(text).values | {"counters.c29.most": "77", "name": "Long"})
    assert process_time() - began < 0.4
    assert new == text.replace("most = 34", "most = 77").replace('name = "Our score pad"', 'name = "Long"')
    assert Described()(new).name == "Long"
    all_of_them = form.form(text).values | {
        f"counters.c{n}.{what}": "7" for n in range(30) for what in ("most", "start")
    }
    began = process_time()
    assert form.merged(text, text, all_of_them).count("most = 7") == 30
    assert process_time() - began < 0.5


def test_tables_of_a_text_begin_where_headers_do_and_nowhere_else():
    text = 'a = [\n[1], # [no]\n]\nb = """\n[no]\n"""\n[turns] # yes\norder = "one"\n[ "lines" . x ]\n'
    assert [table.path for table in tables(text)] == [(), ("turns",), ("lines", "x")]
    assert "".join(table.text for table in tables(text)) == text


def test_a_fault_names_its_line_and_what_would_be_right():
    with pytest.raises(Faulty) as no:
        Described()(PAD.replace("0..20", "lots"))
    fault = no.value.faults[0]
    assert PAD.splitlines()[fault.line - 1] == 'points = "0..20"'
    assert "one is like “0..30”" in fault.words


def test_of_many_games_only_the_last_are_kept_ready():
    described = Described()
    first = described(PAD)
    assert described(PAD.replace("\n", "\r\n")) is first and is_own(first.key) and first.key == key_of(PAD)
    for n in range(20):
        described(PAD + "# " + "x" * 1_900 + f"\n# {n}\n" + ("# " + "y" * 1_900 + "\n") * 7)
    assert described(PAD) is not first


# -- kept --------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Store:
    database = Database(f"sqlite:///{fresh(tmp_path / 'data' / backup.DATABASE)}")
    return Store(database, {}, described=Described())


def opened(store, text=PAD):
    game = store.boxes.described(text)
    table = Table.open(game, Opening({"Gold": "Ada", "Crimson": "Ben"}))
    return store.open(game, table, "phone")


def changed_since(monkeypatch, hours):
    now = boxes.time.time
    monkeypatch.setattr(boxes.time, "time", lambda: now() + hours * 3600)


def test_a_table_plays_the_version_it_was_opened_with_after_a_restart_too(store):
    session = opened(store)
    again = Store(store.database, {}, described=Described())
    there = again.session(session.code)
    assert there.table.game.key == key_of(PAD) and there.table.game[Origin].text == PAD
    assert Store(store.database, {}).boxes.find("none") is None


def test_what_is_typed_is_kept_as_a_draft_until_it_is_a_game_again(store):
    code = store.boxes.keep("phone", PAD, store.boxes.described(PAD))
    own = store.boxes.find(code)
    assert (own.name, own.text, own.draft, own.version) == ("Our score pad", PAD, "", key_of(PAD))
    store.boxes.keep("phone", PAD + "[", None, own)
    own = store.boxes.find(code)
    assert (own.text, own.version) == (PAD + "[", key_of(PAD)) and store.boxes.of_key(own.key) == own
    assert [one.code for one in store.boxes.of_phone("phone")] == [code] and not store.boxes.of_phone("other")


def test_a_version_that_nobody_needs_goes_after_an_hour_and_one_that_is_played_stays(store, monkeypatch):
    code = store.boxes.keep("phone", PAD, store.boxes.described(PAD))
    session = opened(store, MORE)
    store.boxes.keep(
        "phone", PAD + "# more\n", store.boxes.described(PAD + "# more\n"), store.boxes.find(code)
    )
    assert store.boxes.game(key_of(PAD))
    changed_since(monkeypatch, 2)
    store.boxes.forget(store.boxes.find(code))
    assert store.boxes.game(key_of(PAD)) is None and store.boxes.game(key_of(PAD + "# more\n")) is None
    assert store.boxes.game(key_of(MORE))
    store.forget(session)
    retention.prune(store.database, 1, False)
    assert store.boxes.game(key_of(MORE)) is None


def test_a_game_that_is_kept_or_deleted_takes_its_own_versions_along_and_pruning_all(store, monkeypatch):
    session = opened(store, MORE)
    store.forget(session)  # a version that was nobody's, and that no table plays any more
    code = store.boxes.keep("phone", PAD, store.boxes.described(PAD))
    next_ = store.boxes.described(PAD + "# next\n")
    changed_since(monkeypatch, 2)
    store.boxes.keep("phone", next_[Origin].text, next_, store.boxes.find(code))
    assert store.boxes.game(key_of(PAD)) is None, "given up for the next one"
    store.boxes.forget(store.boxes.find(code))
    changed_since(monkeypatch, 2)
    store.boxes.keep("other", PAD, store.boxes.described(PAD))
    assert store.boxes.game(key_of(MORE)) and store.boxes.game(next_.key), "no business of another game"
    retention.prune(store.database, 1, False)
    assert store.boxes.game(key_of(MORE)) is None and store.boxes.game(next_.key) is None


def test_pruning_leaves_what_is_played_or_was_changed_lately(store, monkeypatch):
    played = store.boxes.keep("phone", PAD, store.boxes.described(PAD))
    idle = store.boxes.keep("phone", MORE, store.boxes.described(MORE))
    opened(store, PAD)
    assert retention.prune_own(store.database, 30) == 0
    changed_since(monkeypatch, 24 * 31)
    assert retention.prune_own(store.database, 30) == 1
    assert store.boxes.find(played) and store.boxes.find(idle) is None


def test_a_table_takes_the_next_version_and_plays_on(store):
    code = store.boxes.keep("phone", PAD, store.boxes.described(PAD))
    session = opened(store)
    store.play(session.code, "Gold", "write", {"line": "Towns", "points": "7"})
    store.boxes.keep("phone", MORE, store.boxes.described(MORE), store.boxes.find(code))
    (newer,) = store.boxes.newer(key_of(PAD))
    assert newer.version == key_of(MORE) and store.boxes.tables(newer, "phone") == [session.code]
    other = Store(store.database, {}, described=Described())
    assert other.session(session.code).table.game.key == key_of(PAD), "cached as it was"
    store.take(store.session(session.code), store.boxes.described(MORE), "The next version is played.")
    for each in (store, other):
        now = each.session(session.code)
        assert now.table.game.key == key_of(MORE) and now.n == 1
        assert now.changes[-1].told == "The next version is played."
    assert store.play(session.code, "Crimson", "write", {"line": "Bonus", "points": "40"}).n == 2
    assert verify(store.database, {}, Described()).faults == ()


def test_a_version_in_which_an_entry_no_longer_holds_is_not_taken(store):
    session = opened(store)
    store.play(session.code, "Gold", "write", {"line": "Towns", "points": "50"})
    less = store.boxes.described(PAD.replace("0..50", "0..10"))
    with pytest.raises(ValueError, match=r"entry 1 \(Gold: .*\) no longer holds in it"):
        store.take(store.session(session.code), less, "")
    assert store.session(session.code).table.game.key == key_of(PAD)


def test_a_version_is_not_taken_where_a_seat_changed_hands_meanwhile(store):
    session = opened(store)
    before = store.session(session.code)
    store.seating.sit(session, session.chairs[1].key, "another phone")
    with pytest.raises(Unavailable):
        store.take(before, store.boxes.described(MORE), "")


def test_a_sitting_carries_its_game_so_that_it_replays_elsewhere(store, tmp_path, cli):
    session = opened(store)
    store.play(session.code, "Gold", "write", {"line": "Towns", "points": "7"})
    text = transcript.write(store.session(session.code).table)
    assert text.startswith("box: ")
    table = transcript.read(text, {}, Described())
    assert table.n == 1 and table.game[Origin].text == PAD and transcript.write(table) == text
    with pytest.raises(transcript.UnreadableTranscript):
        transcript.read(text, {})
    with pytest.raises(transcript.UnreadableTranscript, match="Line 1: Line 12: “lots” is no range"):
        transcript.read(text.replace("0..50", "lots", 1), {}, Described())
    file = tmp_path / "pad.game"
    file.write_text(text)
    assert "Our score pad: all 1 entries hold." in cli("replay", file)


def test_a_backup_brings_the_games_back_and_verify_reads_them(store, tmp_path):
    code = store.boxes.keep("phone", PAD, store.boxes.described(PAD))
    session = opened(store)
    file = tmp_path / "kept.zip"
    backup.write(store.database.file, tmp_path / "none", file)
    backup.restore(file, tmp_path / "again")
    database = Database(f"sqlite:///{tmp_path / 'again' / backup.DATABASE}")
    again = Store(database, {}, described=Described())
    assert (
        again.session(session.code).table.game.name == "Our score pad" and again.boxes.find(code).text == PAD
    )
    assert verify(database, {}, Described()) == verify(store.database, {}, Described())
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE boxes SET text = ?", (MORE,))
    faults = verify(database, {}, Described()).faults
    assert faults == (f"The game {code} is not the text that was kept.",)


def test_a_pad_ends_when_somebody_has_so_many_points_and_says_who_deals():
    text = starts.source("each-round")
    typed = form.form(text).values | {"rounds": "", "until": "500", "lines.points.to": "300"}
    game = Described()(form.merged(text, text, typed))
    assert "until = 500" in form.merged(text, text, typed), typed.keys()
    assert form.form(form.merged(text, text, typed)).values["until"] == "500"
    table = Table.open(game, Opening(dict.fromkeys(game.seats(2), "")))
    dealt = []
    for n in (250, 249, 1):
        dealt.append(game.view(table.state).deals)
        for seat in table.state.to_act:
            assert not table.state.over
            table = table.say(
                seat, "write", {"line": "This round", "points": str(n if seat == "Gold" else -5)}
            )
    assert table.state.over and table.state.over.winners == ("Gold",) and table.n == 6
    assert dealt == ["Gold", "Crimson", "Gold"] and "500" in game.rules["end"].words


def test_hidden_points_end_no_game():
    text = starts.source("each-round").replace('rounds = "7"', "until = 100")
    with pytest.raises(Faulty, match="Points that are hidden cannot end the game"):
        Described()(text.replace('each = "round"', 'each = "round"\nhidden = "left"'))
