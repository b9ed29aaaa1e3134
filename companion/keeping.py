"""A part of a template, made once for what it depends on: ``{% kept panel, t.url %}…{% endkept %}``."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from jinja2 import Environment, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MOST = 4096


class Kept(Extension):
    """The tag. What stands in it may depend on nothing but what it names, and on the files themselves."""

    tags = {"kept"}  # noqa: RUF012  (as the base class has it)

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._made: OrderedDict[Any, Markup] = OrderedDict()
        self._turn = threading.Lock()

    def parse(self, parser: Parser) -> nodes.Node:
        """Read the tag up to its end."""
        line = next(parser.stream).lineno
        depends = parser.parse_tuple()
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        where = nodes.Const(f"{parser.name}:{line}")
        call = self.call_method("_kept", [where, depends])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _kept(self, where: str, depends: Any, caller: Callable[[], str]) -> Markup:
        key = (where, depends)
        made = self._made.get(key)
        if made is None:
            made = Markup(caller())
            with self._turn:
                self._made[key] = made
                while len(self._made) > MOST:
                    self._made.popitem(last=False)
        return made
