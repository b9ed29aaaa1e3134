"""A sitting as text a player could read: ``Angels move: Militia 1, A4``. Every transcript that is written can
be read again.

Header lines name the game (``box`` is the whole text of one of somebody's own), the rules' version, the
options and who sat where. Then each line is one entry: the seat, the verb, and the answers in the order of
the questions, several answers of one question joined by `` + ``, free words in quotes. ``!`` starts a line
that must be refused, and ``[rule]`` at its end says by which rule; ``= over: Angels commander-falls`` says
how it has ended by then; ``#`` starts a remark. The remark ``# at 2026-05-03T20:15:08.250Z`` says when the
entries after it were said. ``lot`` is that from which cards were dealt, where the phones hold them.

Where somebody carried on a sitting that newer rules had stopped (``Angels carry-on: 3``), the lines before it
need not hold: they come to what they came to at the table.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from companion.kernel import untrusted
from companion.kernel.action import Words, nouns
from companion.kernel.asking import plain
from companion.kernel.cardset import CardSet, SetForm, carried
from companion.kernel.features import Origin
from companion.kernel.game import AGREE_UNDO, ASK_UNDO, CARRY_ON, DECLINE_UNDO, TABLE_VERBS, Game
from companion.kernel.journal import MOST_ENTRIES, Entry, Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.state import Outcome
from companion.words import Text, joined, message

BYTES = 16 * 1024 * 1024
"""More than the longest journal there can be takes: so what downloads can be read again."""
LINES = 3 * MOST_ENTRIES
"""Each entry may have its time and a remark."""
LINE = 2_000
CARDS = 100_000
BOX = 160_000
"""A text of 64 kB on one line: its line ends and quotes take two letters each."""
NAME = 40
LIMITS = untrusted.Limits(size=BYTES, lines=LINES, line=BOX)
LONGEST = {"cards": CARDS, "box: ": BOX}
"""The longest line, by how it begins; others have ``LINE``."""
NOTHING = "-"

_HEADER = re.compile(r"(game|rules|cards|box|lot): (.+)|(option|seat) (\S.*?) = (.+)", re.DOTALL)
_AT = re.compile(r"# at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)")
_RULE = re.compile(r"[a-z0-9-]+")
_RULES = re.compile(r"^[ \t]*rules: (\d{1,6})[ \t\r]*$", re.MULTILINE)
_CARRIED_ON = re.compile(rf"\S.* {CARRY_ON}(: \d+)?")


class UnreadableTranscript(Exception):
    """A transcript that does not hold: the line, and why."""

    def __init__(self, line: int, why: Text) -> None:
        super().__init__(message("Line {line}: {why}", line=line, why=why))
        self.line = line
        self.why = str(why)


def write(table: Table[Any], players: Mapping[str, str] | None = None) -> str:
    """The sitting as text; ``players`` are the names where they have changed since the opening."""
    opening, state = table.opening, table.state
    text = table.game[Origin].text
    lines = [f"box: {json.dumps(text, ensure_ascii=False)}"] if text else []
    lines += [f"game: {table.game.key}", f"rules: {table.game.rules.version}"]
    lines += [f"option {key} = {value}" for key, value in opening.options.items()]
    lines += [f"seat {seat} = {name}" for seat, name in {**opening.seats, **(players or {})}.items()]
    if opening.lot:
        lines.append(f"lot: {opening.lot}")
    if opening.cards is not None:
        lines.append(f"cards: {json.dumps(opening.cards, ensure_ascii=False)}")
    lines.append("")
    last = ""
    for step in table.log:
        if (at := _time(step.entry.at)) not in ("", last):
            lines.append(f"# at {at}")
            last = at
        lines.append(_sentence(table.game, step.entry))
    if state.over:
        lines.append(_over(state.over))
    return "\n".join(lines) + "\n"


def read(
    text: str, games: Mapping[str, Game[Any]], described: Callable[[str], Game[Any]] | None = None
) -> Table[Any]:
    """The sitting that a text tells, each line judged; UnreadableTranscript says which does not hold.

    ``described`` makes a game of the text of somebody's own game, which such a sitting carries.
    """
    reader = _TranscriptReader(games, described)
    try:
        text = untrusted.measured(text, LIMITS)
    except untrusted.Unreadable as no:
        raise UnreadableTranscript(no.line or 1, no.why) from None
    on = (number for number, line in untrusted.lines(text) if _CARRIED_ON.fullmatch(line.strip()))
    carried = max(on, default=0)
    for number, line in untrusted.lines(text):
        if why := _unread(line):
            raise UnreadableTranscript(number, why)
        if line := line.strip():
            try:
                reader.line(line, lenient=number <= carried)
            except (ValueError, Refusal) as no:
                raise UnreadableTranscript(number, joined((str(no), reader.other_rules), " ")) from no
    try:
        return reader.opened()
    except ValueError as no:
        raise UnreadableTranscript(1, str(no)) from no


def _unread(line: str) -> Text:
    """Return why a line is not read; empty if it is."""
    if len(line) > LONGEST.get(line[:5], LINE):
        return message("the line has {n} characters; {most} are enough for any.", n=len(line), most=LINE)
    return "" if line.replace("\t", " ").isprintable() else "the line is not text."


def other_rules(text: str, game: Game[Any]) -> Text:
    """Return a sentence about the version of the rules that a sitting names; empty if it is this version."""
    match = _RULES.search(text)
    return _other_version(match[1] if match else None, game.rules.version)


def _other_version(text: str | None, ours: int) -> Text:
    if text is None:
        words = "It does not say by which version of the rules it was played; here they are version {ours}."
        return message(words, ours=ours)
    if (version := int(text)) == ours:
        return ""
    words = "It was played by version {version} of the rules; here they are version {ours}."
    if version > ours:
        words = "It was played by version {version} of the rules, a newer one; here they are version {ours}."
    return message(words, version=version, ours=ours)


@dataclass
class _TranscriptReader:
    games: Mapping[str, Game[Any]]
    described: Callable[[str], Game[Any]] | None = None
    game: Game[Any] | None = None
    seats: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    cards: CardSet | None = None
    lot: str = ""
    table: Table[Any] | None = None
    at: float = 0.0
    """When the next entries were said; 0 where no remark says so."""
    other_rules: Text = ""
    """A sentence about the version of the rules it names, if that is not the one here."""

    def line(self, line: str, lenient: bool) -> None:
        """Take in one line, which need not hold if ``lenient``; ValueError or Refusal says why not."""
        header = _HEADER.fullmatch(line)
        if line.startswith("#"):
            self.at = _seconds(line) or self.at
        elif header and self.table is None:
            self._header(*header.groups())
        elif line.startswith("= "):
            self._ended(line)
        elif line.startswith("!"):
            self._refused(line[1:].strip())
        else:
            table = self.opened()
            if table.n >= MOST_ENTRIES:
                raise ValueError(message("a sitting has at most {most} entries.", most=MOST_ENTRIES))
            try:
                self.table = table.say(*_said(table, line), at=self.at)
            except (ValueError, Refusal):
                if not lenient:
                    raise
                self.table = table.replayed([_entry(table, line, self.at)])

    def opened(self) -> Table[Any]:
        """The table so far, set up by the header."""
        if self.table is None:
            if self.game is None:
                raise ValueError("the first line names the game: “game: war-in-heaven”.")
            self.table = Table.open(self.game, Opening(self.seats, self.options, self.cards, self.lot))
        return self.table

    def _header(self, what: str, value: str, kind: str, key: str, setting: str) -> None:
        if what == "box":
            self.game = self._box(value)
        elif what == "game":
            self.game = self._named(value)
        elif self.game is None:
            raise ValueError("the first line names the game: “game: war-in-heaven”.")
        elif what == "rules":
            self.other_rules = _version(value, self.game)
        elif what == "cards":
            self.cards = _cards(self.game, value)
        elif what == "lot":
            self.lot = value[:NAME]
        elif kind == "option":
            self.options[key] = setting
        elif len(setting) > NAME:
            words = "a name has at most {most} characters, not {n}."
            raise ValueError(message(words, most=NAME, n=len(setting)))
        else:
            self.seats[key] = plain(setting) or key

    def _named(self, key: str) -> Game[Any]:
        if self.game is None and key not in self.games:
            words = "“{game}” is not on this shelf; here are {games:, }."
            raise ValueError(message(words, game=key[:40], games=[*self.games]))
        return self.game or self.games[key]

    def _box(self, value: str) -> Game[Any]:
        try:
            text = untrusted.read_json(value, untrusted.Limits(size=4 * BOX, line=BOX, text=BOX))
        except untrusted.Unreadable as no:
            raise ValueError(message("the game that it was played with: {why}", why=str(no))) from None
        if self.described is None or self.game is not None or not isinstance(text, str):
            raise ValueError("a game of somebody's own stands here alone, as a text, before everything else.")
        return self.described(text)

    def _refused(self, line: str) -> None:
        line, rule = _cited(line)
        table = self.opened()
        try:
            table.say(*_said(table, line))
        except Refusal as no:
            if rule and no.rule.key != rule:
                words = "refused by {rule}, not by {expected}: {why}"
                raise ValueError(message(words, rule=no.rule.key, expected=rule, why=no.why)) from no
            return
        raise ValueError("this is allowed; it was expected to be refused.")

    def _ended(self, line: str) -> None:
        over = self.opened().state.over
        now = _over(over) if over else "not over"
        if line != now:
            words, expected = "the game is {now}, not {expected}.", line.removeprefix("= ")[:80]
            raise ValueError(message(words, now=now.removeprefix("= "), expected=expected))


def _over(over: Outcome) -> str:
    """The line that says how a sitting ended."""
    return f"= over: {' + '.join(over.winners) or 'draw'} {over.rule}"


def _time(at: float) -> str:
    """A time as it is written; empty where none is known."""
    if not at:
        return ""
    return f"{datetime.fromtimestamp(at, UTC).isoformat(timespec='milliseconds').removesuffix('+00:00')}Z"


def _seconds(remark: str) -> float:
    """The time a remark says, in seconds since 1970; 0 where it says none."""
    match = _AT.fullmatch(remark)
    try:
        return max(datetime.fromisoformat(match[1]).timestamp(), 0.0) if match else 0.0
    except ValueError:  # the thirty-first of February
        return 0.0


def _cited(line: str) -> tuple[str, str]:
    """A line without the rule in brackets at its end, and that rule; empty where it cites none."""
    words, bracket, rule = line.removesuffix("]").rpartition("[")
    if bracket and line.endswith("]") and _RULE.fullmatch(rule):
        return words.rstrip(), rule
    return line, ""


def _version(value: str, game: Game[Any]) -> Text:
    if not value.isdecimal() or len(value) > 6:
        words = "the version of the rules is a number, not “{version}”."
        raise ValueError(message(words, version=value[:40]))
    return _other_version(value, game.rules.version)


def _cards(game: Game[Any], value: str) -> CardSet:
    if game.get(SetForm) is None:
        raise ValueError(message("{game} is played without a set of cards.", game=game.name))
    cards = carried(value)
    for card, key, fault in game[SetForm].faults(cards):
        if key not in game[SetForm].left_to_hands:
            words = "the set of cards: {card}, {field} {fault}."
            raise ValueError(message(words, card=card, field=key, fault=fault))
    return cards


_MORE = {
    ASK_UNDO: [("of", True, False)],
    AGREE_UNDO: [("who", False, False)],
    DECLINE_UNDO: [("who", False, False)],
}
"""What the table's own verbs name besides an entry: who is asked; who answers for a seat that does not."""


def fields_of(game: Game[Any], verb: str) -> list[tuple[str, bool, bool]]:
    """The answers of a verb in order: field, whether it takes several, whether it is free words."""
    if verb in TABLE_VERBS:
        return [("entry", False, False), *_MORE.get(verb, [])]
    kind = game.kind(verb)
    if kind is None:
        return []
    return [
        (name, not isinstance(noun, Words) and noun.count is not None, isinstance(noun, Words))
        for name, noun in nouns(kind).items()
    ]


def _sentence(game: Game[Any], entry: Entry) -> str:
    words = {name: words for name, _, words in fields_of(game, entry.verb)}
    old = [key for key, answer in entry.answers.items() if answer and key not in words]
    parts = [_answer(entry.answers.get(name), words.get(name, False)) for name in (*words, *old)]
    while parts and parts[-1] == NOTHING:
        parts.pop()  # never what an older version asked besides: so it is more than is asked now
    return f"{entry.seat} {entry.verb}: {', '.join(parts)}" if parts else f"{entry.seat} {entry.verb}"


def _answer(answer: str | Sequence[str] | None, in_words: bool) -> str:
    if in_words:
        return json.dumps(answer or "", ensure_ascii=False)
    return " + ".join(map(_name, [answer] if isinstance(answer, str) else answer or ())) or NOTHING


def _name(name: str) -> str:
    plain = name.isprintable() and name == name.strip() and not re.search(r'^["!#=]|[,"\[\]]| \+ ', name)
    return name if plain and name not in ("", NOTHING) else json.dumps(name, ensure_ascii=False)


def _said(table: Table[Any], line: str) -> tuple[str, str, dict[str, list[str]]]:
    """Seat, verb and answers of a line."""
    head, _, tail = line.partition(": ")
    seat, _, verb = head.removesuffix(":").rpartition(" ")
    if seat not in table.opening.seats:
        raise _no_seat(table)
    if verb not in TABLE_VERBS and table.game.kind(verb) is None:
        raise ValueError(message("{game} has no “{verb}”.", game=table.game.name, verb=verb[:40]))
    fields = fields_of(table.game, verb)
    answers = answers_of(tail)
    if len(answers) > len(fields):
        words = "“{verb}” takes {n} answers, not {given}."
        raise ValueError(message(words, verb=verb, n=len(fields), given=len(answers)))
    return seat, verb, {name: answer for (name, *_), answer in zip(fields, answers, strict=False) if answer}


def _entry(table: Table[Any], line: str, at: float) -> Entry:
    """Return the entry of a line, whether today's rules know what it says or not."""
    try:
        seat, verb, answers = _said(table, line)
        answers = {name: list[str]() for name, several, _ in fields_of(table.game, verb) if several} | answers
    except ValueError:
        head, _, tail = line.partition(": ")
        seat, _, verb = head.removesuffix(":").rpartition(" ")
        fields = dict(enumerate(name for name, *_ in fields_of(table.game, verb)))
        answers = {fields.get(n, str(n)): names for n, names in enumerate(answers_of(tail))}
    if seat not in table.opening.seats:
        raise _no_seat(table)
    return Entry(table.n + 1, seat, verb, answers, at)


def _no_seat(table: Table[Any]) -> ValueError:
    words = "a line starts with a seat ({seats:, }) and what it does."
    return ValueError(message(words, seats=[*table.opening.seats]))


def answers_of(tail: str) -> list[list[str]]:
    """The answers of a line, each a list of names."""
    result: list[list[str]] = []
    names: list[str] = []
    at = 0
    while at < len(tail):
        if tail[at] == '"':
            try:
                name, at = json.JSONDecoder().raw_decode(tail, at)
            except ValueError:
                raise ValueError("a quotation mark is not closed.") from None
            names.append(name)
        else:
            stop = re.compile(r", | \+ |$").search(tail, at)
            end = stop.start() if stop else len(tail)
            if tail[at:end] != NOTHING:
                names.append(tail[at:end].strip())
            at = end
        if tail.startswith(" + ", at):
            at += 3
        elif tail.startswith(", ", at) or at >= len(tail):
            result.append(names)
            names, at = [], at + 2
        else:
            words = "“{text}” after an answer; a comma and a space would be right."
            raise ValueError(message(words, text=tail[at:][:40]))
    return result
