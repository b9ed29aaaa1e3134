"""Sentences of templates: found in the markup, and translated when a template is compiled for a language.

A template stays plain English HTML. A sentence is what stands between two tags that begin a line or a box,
with the values in it by name: ``<p>Fits {{ n }}.</p>`` is ``Fits {n}.`` Tags within a line stay in it
(``<b>``); at a link, or any tag with attributes, it ends. Besides that: what ``title``, ``alt``,
``aria-label``, ``label`` and ``placeholder`` say, and each text in an expression that begins with a
capital. So a page costs in any language what it costs in English.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from string import Formatter

from jinja2 import nodes

SAY = "say_in_language"
"""The filter by which templates of a language put a value into its words: a filter is called directly."""
SPOKEN = {
    "title", "alt", "aria-label", "label", "placeholder", "data-call-words",
    "data-glow", "data-start", "data-dim", "data-why",
}  # fmt: skip
"""The attributes that people read or hear."""
IN_TAGS = {"body", "up"}
"""The blocks that stand in an attribute: a class, an address."""
INLINE = {"b", "em", "i", "strong", "code", "br"}
MARKUP = {"icon", "mark", "sign", "hidden", "figure", "drawn_icon", "seat_mark", "named_icon", "part", "fig"}
"""Calls that draw something: at the ends of a sentence they are no part of it."""
_TAG = re.compile(r"<!--(?:(?!<!--).)*?-->|</?\w[^<>]*>|<!?/?\w[^<>]*$", re.S)
_OPEN_VALUE = re.compile(r"""(?<![\w:-])([\w:-]+)\s*=\s*(["'])(?:(?!\2).)*$""", re.S)
_SPOKEN_VALUE = re.compile(rf"""(?<=\s)({"|".join(SPOKEN)})=(["'])""")
_NO_WORDS = re.compile(r"""/\S*$|selected$|checked$|[\w-]+="|%[-+.\d]*[a-z]|<!doctype""")
Translate = Callable[[str], str]
"""Returns the translation of a sentence, or the sentence."""


@dataclass
class _Piece:
    """A text, a tag within a line, or a value; ``name`` is what the sentence calls it."""

    name: str
    nodes: list[nodes.Expr]
    value: bool = False
    tag: bool = False


class Sentences:
    """The sentences of one template; ``translate`` is asked for each, and put in its place."""

    def __init__(self, translate: Translate) -> None:
        self.translate = translate
        self.found: list[tuple[str, int]] = []
        self._tag = ""
        """The tag that is open where we are, as far as it was read; empty in text."""
        self._raw = ""
        """The element whose text is no text: ``script`` or ``style``."""

    def put_into(self, tree: nodes.Template) -> nodes.Template:
        """Translate a template in place."""
        self._walk(tree)
        return tree

    def _walk(self, node: nodes.Node) -> None:
        if isinstance(node, nodes.Block) and node.name in IN_TAGS:
            return
        if isinstance(node, nodes.Output):
            node.nodes = [*self._output(node)]
            return
        if isinstance(node, nodes.Expr):
            self._texts(node)
        elif not isinstance(node, (nodes.Include, nodes.Extends, nodes.FromImport, nodes.Import)):
            for one in node.iter_child_nodes(exclude=("target",)):
                self._walk(one)

    def _output(self, output: nodes.Output) -> Iterator[nodes.Expr]:
        run: list[_Piece] = []
        for node in output.nodes:
            if isinstance(node, nodes.TemplateData):
                for piece in self._cut(node):
                    if piece.name or piece.tag:
                        run.append(piece)
                    else:
                        yield from self._sentence(run)
                        yield from self._attributes(piece.nodes)
                        run = []
            elif self._tag:
                spoken = self._in_spoken()
                if spoken:
                    self._texts(node, always=True)
                run.append(_Piece("", [self._said(node) if spoken else node], tag=True))
                self._tag += "x"
            else:
                run.append(_Piece(_name(node), [node], value=True))
        yield from self._sentence(run)

    def _cut(self, data: nodes.TemplateData) -> Iterator[_Piece]:
        """Give the pieces of a text: words by name, tags within a line as tags, others without a name."""
        text, line = data.data, data.lineno

        def piece(name: str, part: str, tag: bool = False) -> _Piece:
            return _Piece(name, [nodes.TemplateData(part, lineno=line)], tag=tag)

        while text:
            if self._tag:
                part, close, text = text.partition(">")
                self._tag = "" if close else self._tag + part
                yield piece("", part + close)
                continue
            if self._raw:
                part, close, text = text.partition(f"</{self._raw}")
                self._raw = "" if close else self._raw
                text = close + text
                yield piece("", part)
                continue
            match = _TAG.search(text)
            before, tag = (text[: match.start()], match[0]) if match else (text, "")
            line += before.count("\n")
            if before:
                yield piece(before, before)
            if not tag:
                return
            text = text[len(before) + len(tag) :]
            yield piece("", tag, tag=self._begin(tag))

    def _begin(self, tag: str) -> bool:
        """Note what is open after the start of a tag; True if it is a whole tag that stands within a line."""
        if not tag.endswith(">"):
            self._tag = tag
            return False
        element = re.sub(r"\W.*", "", tag.strip("</!"), flags=re.S).lower()
        if element in ("script", "style") and not tag.startswith("</"):
            self._raw = element
        return element in INLINE and tag.startswith(("</", f"<{element}>"))

    def _sentence(self, run: list[_Piece]) -> Iterator[nodes.Expr]:
        """Give a run of pieces, as a sentence if it has words, else each value in words."""
        first = len([*takewhile(_edge, run)])
        last = len(run) - len([*takewhile(_edge, reversed(run[first:]))])
        while first > 0 and _opened(run[first:last]) < 0:
            first -= 1
        while last < len(run) and _opened(run[first:last]) > 0:
            last += 1
        for piece in run[:first]:
            yield from self._plain(piece)
        yield from self._words(run[first:last])
        for piece in run[last:]:
            yield from self._plain(piece)

    def _words(self, run: list[_Piece]) -> Iterator[nodes.Expr]:
        text = "".join(piece.name for piece in run if not piece.value)
        if not _wordy(re.sub(r"&\w+;|<[^<>]*>", "", text).strip()):
            for piece in run:
                yield from self._plain(piece)
            return
        variables: dict[str, nodes.Expr] = {}
        key = ""
        for piece in run:
            if piece.value:
                variables[name := _free(piece.name, variables)] = piece.nodes[0]
                self._texts(piece.nodes[0], always=True)
                key += f"{{{name}}}"
            else:
                text = piece.nodes[0].data  # type: ignore[attr-defined]
                key += text if piece.tag else re.sub(r"\s+", " ", text.replace("{", "{{").replace("}", "}}"))
        line = run[0].nodes[0].lineno
        lead, key, tail = re.match(r"(\s*)(.*?)(\s*)$", key, re.S).groups()  # type: ignore[union-attr]
        self.found.append((key, line))
        yield nodes.TemplateData(f"{lead}", lineno=line)
        yield from self._filled(self.translate(key), variables, line)
        yield nodes.TemplateData(f"{tail}", lineno=line)

    def _filled(self, text: str, variables: dict[str, nodes.Expr], line: int) -> Iterator[nodes.Expr]:
        """Give the nodes of a translation; a value that it names otherwise is shown as its name."""
        for words, name, form, _ in Formatter().parse(text):
            yield nodes.TemplateData(words, lineno=line)
            if name is not None:
                key = name if name in variables else name[:1].lower() + name[1:]
                value = variables.get(key)
                if value is None:
                    yield nodes.TemplateData(f"{{{name}}}", lineno=line)
                else:
                    yield self._said(value, form or "", capital=key != name)

    def _plain(self, piece: _Piece) -> Iterator[nodes.Expr]:
        if piece.value:
            self._texts(piece.nodes[0], always=True)
            yield self._said(piece.nodes[0])
        else:
            yield from self._attributes(piece.nodes)

    def _said(self, value: nodes.Expr, form: str = "", capital: bool = False) -> nodes.Expr:
        """Return the expression that puts a value into words; one that only draws is left as it is."""
        if not form and (_draws(value) or isinstance(value, nodes.Const)):
            return value
        line = value.lineno
        args: list[nodes.Expr] = []
        if form or capital:
            args = [nodes.Const(form, lineno=line), nodes.Const(capital, lineno=line)]
        return nodes.Filter(value, SAY, args, [], None, None, lineno=line)

    def _attributes(self, parts: list[nodes.Expr]) -> Iterator[nodes.Expr]:
        """Give tags, with the attributes that people read translated."""
        for part in parts:
            if isinstance(part, nodes.TemplateData):
                part = nodes.TemplateData(self._attribute(part.data, part.lineno), lineno=part.lineno)
            yield part

    def _attribute(self, tag: str, line: int) -> str:
        out, at = "", 0
        for match in _SPOKEN_VALUE.finditer(tag):
            end = tag.find(match[2], match.end())
            words = tag[match.end() : end if end >= 0 else len(tag)]
            if any(map(str.isalpha, words)):
                key = words.strip()
                self.found.append((key, line + tag.count("\n", 0, match.start())))
                out += tag[at : match.end()] + words.replace(key, self.translate(key).replace('"', "&quot;"))
                at = match.end() + len(words)
        return out + tag[at:]

    def _in_spoken(self) -> bool:
        """True if the value of an attribute is open here that people read."""
        match = _OPEN_VALUE.search(self._tag)
        return bool(match) and match[1] in SPOKEN  # type: ignore[index]

    def _texts(self, node: nodes.Node, always: bool = False) -> None:
        """Translate the texts in an expression: those with a capital, and with ``always`` all it shows."""
        match node:
            case nodes.Const():
                self._text(node, always)
            case nodes.Call(node=nodes.Name(name="message")):
                self.found += _templates(node.args[0])
                self._each(node.kwargs)
            case nodes.Getitem(node=nodes.Dict() as choices):
                self._texts(choices)
            case nodes.Compare() | nodes.Getitem() | nodes.Test() | nodes.Filter(name="format"):
                return  # it is compared, looked up, or the format of a number
            case nodes.CondExpr():
                self._each((node.expr1, node.expr2), always)
            case nodes.Concat() | nodes.Or() | nodes.And():
                self._each(node.iter_child_nodes(), always)
            case nodes.Filter(node=nodes.Expr() as shown):
                self._texts(shown, always)
            case nodes.Pair():
                self._texts(node.value)
            case _:
                self._each(node.iter_child_nodes())

    def _each(self, constants: Iterable[nodes.Node | None], always: bool = False) -> None:
        for node in constants:
            if node is not None:
                self._texts(node, always)

    def _text(self, node: nodes.Const, always: bool) -> None:
        text = node.value
        if isinstance(text, str) and text.startswith("{") and _wordy(text):
            self.found.append((text, node.lineno))  # the template of a message, which is put into words later
        elif isinstance(text, str) and text and (text[0].isupper() or (always and _wordy(text))):
            key = text.strip()
            self.found.append((key, node.lineno))
            node.value = text.replace(key, self.translate(key))


def _templates(node: nodes.Expr) -> list[tuple[str, int]]:
    """Return the templates that a message is made of, one or either of two, each with its line."""
    constants = [node] if isinstance(node, nodes.Const) else [*node.find_all(nodes.Const)]
    return [(one.value, one.lineno) for one in constants]


def _edge(piece: _Piece) -> bool:
    """True for what is no part of a sentence at its ends: a space, a tag, a drawing."""
    return (
        piece.tag
        or not piece.name
        or (piece.value and _draws(piece.nodes[0]))
        or (not piece.value and not piece.name.strip())
    )


def _draws(value: nodes.Expr) -> bool:
    return isinstance(value, nodes.Call) and getattr(value.node, "name", "") in MARKUP


def _wordy(text: str) -> bool:
    """True for what people read; false for an address, an attribute, the format of a number."""
    return any(map(str.isalpha, text)) and not _NO_WORDS.match(text)


def _opened(run: list[_Piece]) -> int:
    """Return how many more tags are opened than closed."""
    tags = [piece.nodes[0].data for piece in run if piece.tag]  # type: ignore[attr-defined]
    return sum(-1 if tag.startswith("</") else tag != "<br>" for tag in tags)


def _name(value: nodes.Node) -> str:
    """Return what a sentence calls a value: the last name in its expression."""
    match value:
        case nodes.Name():
            return value.name
        case nodes.Getattr():
            return value.attr
        case nodes.Filter() if value.node is not None:
            return _name(value.node)
        case nodes.Call():
            return _name(value.args[0]) if value.args else _name(value.node)
        case nodes.Getitem():
            return _name(value.node)
        case nodes.CondExpr():
            return "or_"
    return "value"


def _free(name: str, variables: dict[str, nodes.Expr]) -> str:
    names = (name, *(f"{name}{n}" for n in range(2, 99)))
    return next(one for one in names if one not in variables)
