"""Paper: a deck of 48 cards beside fpdf2 and typst in the same run, whole games, thousands of cards, the web.

Every engine makes the same deck in a process of its own: 48 cards of 63 × 88 mm, nine to an A4 sheet, with a
title, a cost, two figures with icons, 29 to 480 characters of text set as large as they fit, cut marks and a
ruler. The peers draw plain triangles for icons and no ornaments: less than is drawn here.
"""

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.machine import table

WORDS = """
move up to two spaces any way through anything then spend one action to place a chip beside an ally enemy
troops in line with her come one space closer while at the start of each round you may turn a token
"""
ROUNDS = 5
FONTS = Path(__file__).parents[2] / "printables" / "fonts"
FILES = {"title": "EBGaramond_600SemiBold.ttf", "text": "SourceSans3_400Regular.ttf"}


def texts() -> list[str]:
    """What stands on the 48 cards."""
    rng, words = random.Random(48), WORDS.split()
    result = []
    for n in range(48):
        size, text = 29 + (480 - 29) * n // 47, ""
        while len(text) < size:
            text += " " * bool(text) + rng.choice(words)
        result.append(text[:size].strip().capitalize() + ".")
    return result


def ours(made: list[str]) -> bytes:
    """The deck with our own engine."""
    from printables.layout.book import Section, bound
    from printables.layout.cards import CardFace, pieces
    from printables.layout.paper import Order

    tones = ("gold", "crimson", "teal", "violet")
    faces = [
        CardFace(
            f"Card {n}",
            "Ally",
            tones[n % 4],
            icon="wing",
            letter=str(n),
            cost=(("coin", str(n % 5)),),
            figures=(("sword", "Attack", str(n % 9)), ("shield", "Defeat", str(n % 7))),
            text=text,
            source="House set",
        )
        for n, text in enumerate(made)
    ]
    order = Order()
    return bound(order, "Bench", [Section("Cards", pieces(order, faces, None), "deck")])


def with_fpdf2(made: list[str]) -> bytes:
    """The deck with fpdf2: its own measuring, halving the size."""
    from fpdf import FPDF
    from fpdf.enums import MethodReturnValue

    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    for name, file in FILES.items():
        pdf.add_font(name, fname=str(FONTS / file))

    def lines(text: str, size: float) -> float:
        pdf.set_font("text", size=size)
        return float(
            pdf.multi_cell(52, size * 0.42, text, align="L", dry_run=True, output=MethodReturnValue.HEIGHT)
        )

    for n, text in enumerate(made):
        if n % 9 == 0:
            pdf.add_page()
            for x, y in ((5, 286), (5, 285)):
                pdf.line(x, y, x + 100, y)
        x, y = 6.5 + n % 3 * 67, 12.5 + n % 9 // 3 * 92
        for mark in (0, 63):
            pdf.line(x + mark, y - 3, x + mark, y - 1.3)
        pdf.set_fill_color(184, 134, 15)
        pdf.rect(x + 4, y + 4, 55, 10, style="F")
        pdf.set_font("title", size=15)
        pdf.text(x + 14, y + 11, f"Card {n}")
        pdf.text(x + 55, y + 11, str(n % 5))
        for i, value in enumerate((n % 9, n % 7)):
            pdf.polygon(
                [(x + 10 + i * 25, y + 40), (x + 13 + i * 25, y + 35), (x + 16 + i * 25, y + 40)], style="D"
            )
            pdf.set_font("title", size=20)
            pdf.text(x + 18 + i * 25, y + 40, str(value))
        low, high = 50, 90
        while low < high:
            tenths = (low + high + 1) // 2
            low, high = (tenths, high) if lines(text, tenths / 10) <= 34 else (low, tenths - 1)
        pdf.set_font("text", size=low / 10)
        pdf.set_xy(x + 5, y + 46)
        pdf.multi_cell(52, low / 10 * 0.42, text, align="L")
    return bytes(pdf.output())


TYPST = """
#set page(width: 210mm, height: 297mm, margin: 0mm)
#set text(font: "Source Sans 3", size: 9pt)
#set par(leading: 0.45em)
#let texts = json(bytes(sys.inputs.texts))
#let fitted(body) = context {
  let low = 50
  let high = 90
  while low < high {
    let tenths = calc.quo(low + high + 1, 2)
    let tall = measure(block(width: 52mm, text(size: tenths / 10 * 1pt, body))).height
    if tall <= 34mm { low = tenths } else { high = tenths - 1 }
  }
  block(width: 52mm, text(size: low / 10 * 1pt, body))
}
#let card(n, body) = {
  place(dx: 4mm, dy: 4mm, rect(width: 55mm, height: 10mm, fill: rgb("#b8860f")))
  for mark in (0mm, 63mm) { place(dx: mark, dy: -3mm, line(angle: 90deg, length: 1.7mm, stroke: 0.15mm)) }
  place(dx: 14mm, dy: 6mm, text(font: "EB Garamond", size: 15pt)[Card #n])
  place(dx: 55mm, dy: 6mm, text(font: "EB Garamond", size: 15pt)[#calc.rem(n, 5)])
  for (i, value) in (calc.rem(n, 9), calc.rem(n, 7)).enumerate() {
    place(dx: 10mm + i * 25mm, dy: 35mm, polygon((0mm, 5mm), (3mm, 0mm), (6mm, 5mm), stroke: 0.3mm))
    place(dx: 18mm + i * 25mm, dy: 33mm, text(font: "EB Garamond", size: 20pt)[#value])
  }
  place(dx: 5mm, dy: 46mm, fitted(body))
}
#for page in range(calc.ceil(texts.len() / 9)) {
  if page > 0 { pagebreak() }
  place(dx: 5mm, dy: 286mm, line(length: 100mm, stroke: 0.15mm))
  for i in range(calc.min(9, texts.len() - page * 9)) {
    place(dx: 6.5mm + calc.rem(i, 3) * 67mm, dy: 12.5mm + calc.quo(i, 3) * 92mm,
      card(page * 9 + i, texts.at(page * 9 + i)))
  }
}
"""


def with_typst(made: list[str]) -> bytes:
    """The deck with typst: its own measuring, halving the size."""
    import typst

    with tempfile.NamedTemporaryFile("w", suffix=".typ") as file:
        file.write(TYPST)
        file.flush()
        return bytes(
            typst.compile(
                file.name,
                font_paths=[str(FONTS)],
                ignore_system_fonts=True,
                sys_inputs={"texts": json.dumps(made)},
            )
        )


ENGINES = {"reportlab, here": ours, "fpdf2": with_fpdf2, "typst": with_typst}
IMPORTS = {"reportlab, here": "printables.sources.catalogue", "fpdf2": "fpdf", "typst": "typst"}


def measure(engine: str) -> None:
    """In a process of its own: seconds, kB and MB for one deck, as JSON."""
    import importlib
    import resource

    made = texts()
    importlib.import_module(IMPORTS[engine])
    start = time.perf_counter()
    document = ENGINES[engine](made)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([seconds, len(document) / 1000, peak]))


def deck_rows() -> list[tuple[str, str, str]]:
    """The engines in turn, in random order each round; medians."""
    counts: dict[str, list[list[float]]] = {engine: [] for engine in ENGINES}
    rng = random.Random(1)
    for _ in range(ROUNDS):
        for engine in rng.sample(list(ENGINES), len(ENGINES)):
            run = [sys.executable, "-m", "tests.bench.printing", engine]
            told = subprocess.run(run, capture_output=True, text=True, check=True).stdout
            counts[engine].append(json.loads(told))
    rows = []
    for engine, runs in counts.items():
        seconds, kilo, mega = (statistics.median(run[i] for run in runs) for i in range(3))
        asked = "faster than each; 0.1 s, 120 kB, 60 MB" if engine.startswith("reportlab") else "beside it"
        rows.append((f"48 cards, {engine}", f"{seconds:.3f} s, {kilo:.0f} kB, peak {mega:.0f} MB", asked))
    return rows


def many_cards() -> list[tuple[str, str, str]]:
    """480 and 4,800 cards with backs: milliseconds a page."""
    from printables.layout.book import Section, bound
    from printables.layout.cards import Back, CardFace, pieces
    from printables.layout.paper import Order

    rows = []
    made = texts()
    for count in (480, 4800):
        faces = [CardFace(f"Card {n}", "Ally", "teal", text=made[n % 48]) for n in range(count)]
        backs = [Back("Bench", "teal")] * count
        start = time.perf_counter()
        cards = pieces(Order(), faces, backs)
        document = bound(Order(), "Bench", [Section("Cards", cards, "deck")])
        many = -(-count // 9) * 2
        each = (time.perf_counter() - start) / many * 1000
        what = f"{count:,} cards with backs, {many:,} pages"
        rows.append((what, f"{each:.2f} ms a page, {len(document) / 1e6:.1f} MB", "3 ms a page, linear"))
    return rows


def games() -> list[tuple[str, str, str]]:
    """Everything one game prints, and the download of its first deck from a warm house."""
    from companion.kernel.shelf import shelf
    from companion.web.app import create_app
    from printables.layout.paper import Order
    from printables.sources.catalogue import catalogue, chosen, printed

    rows = []
    with tempfile.TemporaryDirectory() as data:
        client = create_app(data, LIMITS="off").test_client()
        for game in shelf().values():
            start = time.perf_counter()
            pieces = catalogue(game)
            document = printed(game, chosen(pieces, []), Order())
            took = time.perf_counter() - start
            rows.append((f"{game.name}: everything", f"{took:.2f} s, {len(document) / 1000:.0f} kB", "1 s"))
            key = next(iter(pieces))
            url, times = f"/games/{game.key}/print.pdf?piece={key}", []
            for _ in range(6):
                start = time.perf_counter()
                assert client.get(url).status_code == 200
                times.append(time.perf_counter() - start)
            warm = statistics.median(times[1:]) * 1000
            rows.append((f"{game.name}: download of “{key}”, warm", f"{warm:.0f} ms", "150 ms"))
    return rows


def main() -> None:
    """Print the table."""
    table("Paper", deck_rows() + games() + many_cards())


if __name__ == "__main__":
    measure(sys.argv[1])
