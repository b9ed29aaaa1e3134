"""Games described in TOML, and what runs them: a box file in, a game out.

``schema`` is the language, of the ``terms`` that stand in it; ``expression``, ``formula`` and ``statements``
are what is said in it. ``reading`` judges a file, and ``made`` is a box ready to play: its ``things`` by
name, its ``rounds``, its ``places``, its ``cards``, and its rules. ``state``, ``actions``, ``tracked``,
``view``, ``rules``, ``score`` and ``paper`` are what every game has, once for all boxes; ``game`` puts them
together. ``shelf`` holds the boxes of the house.
"""
