"""Games described in TOML, and what runs them: a box file in, a game out.

``definition`` is what a box is: the schema of its file, its formulas, and the frozen model that ``reading`` a
file comes to. ``play`` is how it is played: a moment, and functions of a moment and its definition. ``game``
puts both together, ``own`` makes a game of somebody's text, ``form`` shows a text as fields, and ``shelf``
has the boxes that come with the program.
"""
