"""Sentences without spaces or from the right, beside a browser: the order of letters, the places to break."""

import pytest
from playwright.sync_api import Browser

from printables.draw import bidi
from printables.draw.fit import Word, measured

SENTENCES = {
    "Chinese": [
        "将一个友方神祇移动两格，然后对相邻的敌人造成三点伤害。",
        "若其生命值为 3 或更少，则抽一张牌（每回合一次）。",
        "支付 2 AP：交换你的两个神祇的位置。",
        "「北方之风」：把一个敌人推开 1 格。",
    ],
    "Japanese": [
        "自分の神を二マス動かす。その後、隣の敵に三ダメージを与える。",
        "体力が 3 以下なら、カードを一枚引く（一ターンに一度）。",
        "2 AP を払う：自分の神二柱の位置を入れ替える。",
        "「北風」：敵を一体、1 マス押す。",
    ],
    "Hebrew": [
        "הזיזו אל שלכם שני צעדים, ואז פגעו באויב סמוך (עד 3).",
        "אם נותרו לו 3 נקודות או פחות, קחו קלף.",
        "שלמו 2 AP: החליפו בין Odin ובין Thor.",
        "פעם אחת בתור: דחפו אויב 1-2 צעדים!",
    ],
    "Arabic": [
        "حرّك إلها من آلهتك خانتين، ثم أصب عدوا مجاورا (حتى 3).",
        "إذا بقيت له 3 نقاط أو أقل، فاسحب بطاقة.",
        "ادفع 2 AP: بدّل بين Odin و Thor.",
        "مرة واحدة في الدور: ادفع عدوا خانة أو ٢ خانتين!",
    ],
    "Hindi": [
        "अपने एक देवता को दो खाने चलाओ, फिर पास के शत्रु को 3 हानि दो।",
        "यदि उसके पास 3 या कम अंक हैं, तो एक पत्ता लो।",
        "2 AP दो: अपने दो देवताओं को बदलो।",
        "बारी में एक बार: शत्रु को 1 खाना धकेलो!",
    ],
}
LETTERS = """([text, css]) => {
    document.body.innerHTML = `<p dir="auto" style="${css}"></p>`;
    const p = document.body.firstChild;
    p.textContent = text;
    return [...text].map((letter, n) => {
        const range = document.createRange();
        range.setStart(p.firstChild, n);
        range.setEnd(p.firstChild, n + 1);
        const { left, right, top } = range.getBoundingClientRect();
        return [letter, (left + right) / 2, top];
    });
}"""


def broken(words: list[Word]) -> list[str]:
    return ["".join(run.words for run in word.runs) for word in words]


@pytest.mark.parametrize("language", ["Hebrew", "Arabic"])
def test_letters_stand_in_the_order_in_which_a_browser_sets_them(browser: Browser, language: str) -> None:
    page = browser.new_page()
    for text in SENTENCES[language]:
        shown = page.evaluate(LETTERS, [text, "white-space: nowrap; font: 40px sans-serif"])
        wide = [(letter, at) for letter, at, _ in shown if letter.isalnum() or letter in "(),:!-."]
        theirs = "".join(letter for letter, _ in sorted(wide, key=lambda pair: pair[1]))
        ours = "".join(bidi.reordered(text, bidi.levels(text, bidi.base(text))))
        kept = {letter for letter, _ in wide}
        assert theirs == "".join(letter for letter in ours if letter in kept)
    page.close()


@pytest.mark.parametrize("language", ["Chinese", "Japanese", "Hindi"])
def test_lines_break_where_a_browser_breaks_them(browser: Browser, language: str) -> None:
    page = browser.new_page()
    for text in SENTENCES[language]:
        shown = page.evaluate(
            LETTERS, [text, "width: 1px; line-break: strict; font: 20px sans-serif; line-height: 60px"]
        )
        lines: dict[int, str] = {}
        for letter, _, top in shown:
            line = round(top / 60)
            lines[line] = lines.get(line, "") + letter
        (ours,) = measured(text)
        assert broken(ours) == [line.strip() for line in lines.values()]
    page.close()
