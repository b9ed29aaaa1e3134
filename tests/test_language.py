"""Languages: translated templates, the forms of names, and pages in the language of the phone."""

import pickle
from datetime import datetime
from urllib.parse import quote

import pytest
from babel import Locale
from flask import Flask

from companion.kernel.shelf import shelf
from companion.kernel.values import Thing
from companion.web.sentences import Sentences
from companion.words import MONTH, TIME, Day, message
from companion.words.catalogue import best
from companion.words.catalogue import language as language_of
from companion.words.language import Language, Name
from companion.words.letters import plain_letters
from companion.words.message import Value
from tests.conftest import Phones
from tests.listening import COMPLETE, Everything

ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")


class Pseudo(Everything):
    """Every sentence with accents, brackets and a third more letters; its fields and tags stay."""

    def __missing__(self, sentence: str) -> str:
        out, depth = "", 0
        for letter in sentence:
            depth += (letter in "{<") - (letter in "}>")
            out += letter if depth or letter in "{}<>" else letter.translate(ACCENTS)
        words = sum(map(str.isalpha, sentence))
        self[sentence] = made = f"⟦{out}{'·' * (words * 35 // 100)}⟧" if words else sentence
        return made


class LongSentences(Everything):
    """A catalogue in which every sentence takes two hundred letters more."""

    def __missing__(self, sentence: str) -> str:
        self[sentence] = made = f"{sentence}{'·' * 200}"
        return made


def pseudo(code: str = "en-pseudo", direction: str = "ltr") -> Language:
    """Return a language for tests: every sentence is in its catalogue."""
    return Language(code, Pseudo(), {}, lambda n: "one" if n == 1 else "other", direction=direction)


def german(**sentences: str) -> Language:
    """Return a small German."""
    names = {
        "Angels": "Engel | p | die=die Engel | den=den Engeln",
        "Uriel": "Uriel | f | gen=Uriels",
        "Bow": "Bogen | m | acc=den Bogen",
        "ducats": "Dukaten | p",
        "{thing} under {piece}": "{thing} unter {piece}",
        "another {thing}": "noch ein {thing}",
        "Disc": "Scheibe | f | small=scheibe",
        "Hearts": "Herz | n",
        "Queen": "Dame | f",
        "{what} of {rest}": "{rest} {what}",
        "{what} in round {rest}": "{what}, Runde {rest}",
    }
    known = {
        "{first} and {last}": "{first} und {last}",
        "{first} or {last}": "{first} oder {last}",
        **sentences,
    }
    plural = Locale("de").plural_form
    return Language("de", known, {key: Name.read(name) for key, name in names.items()}, plural, plural.tags)


@pytest.mark.parametrize(
    "words, values, said",
    [
        ("{Side:die} ziehen.", {"side": "Angels"}, "Die Engel ziehen."),
        ("mit {side:den}", {"side": "Angels"}, "mit den Engeln"),
        ("{piece:gen} Karte", {"piece": "Uriel"}, "Uriels Karte"),
        ("{piece:gen} Karte", {"piece": "Baal"}, "Baal Karte"),
        ("{piece:m=der|f=die|*=das} {piece}", {"piece": "Bow"}, "der Bogen"),
        ("{piece:m=der|f=die|*=das} {piece}", {"piece": "Baal"}, "das Baal"),
        ("{side} {side:nimmt|nehmen}", {"side": "Angels"}, "Engel nehmen"),
        ("{n:# Karte|# Karten}", {"n": 1}, "1 Karte"),
        ("{n:# Karte|# Karten}", {"n": 0}, "0 Karten"),
        ("{n:one=ist|other=sind}", {"n": 2}, "sind"),
        ("{names:or die}", {"names": ("Angels", "Uriel")}, "die Engel oder Uriel"),
        ("{names}", {"names": ("Angels", "Uriel", "Bow")}, "Engel, Uriel und Bogen"),
        ("{names:, }", {"names": ("Angels", "Bow")}, "Engel, Bogen"),
        ("{n:+}", {"n": 3}, "+3"),
        ("{gone}", {}, "{gone}"),
        ("{a.b}", {"n": 1}, "x {n}"),
    ],
)
def test_a_translation_inflects_names(words: str, values: dict[str, Value], said: str) -> None:
    assert german(**{"x {n}": words}).text(message("x {n}", **values)) == said.replace(
        "{n}", str(values.get("n"))
    )


@pytest.mark.parametrize(
    "name, said",
    [
        ("Bow", "Bogen"),
        ("gold", "gold"),
        ("Ducats", "Dukaten"),
        ("Uriel ducats", "Dukaten (Uriel)"),
        (Thing("Uriel's bow", "Uriel", "Bow"), "Bogen (Uriel)"),
        ("Bow 12", "Bogen 12"),
        ("Bow under Uriel", "Bogen unter Uriel"),
        ("another Bow under Uriel", "noch ein Bogen unter Uriel"),
        ("Bow under Baal", "Bow under Baal"),
        ("Uriel's ducats", "Dukaten (Uriel)"),
        ("Uriel A4", "A4 (Uriel)"),
        ("Uriel, Angels", "Uriel, Engel"),
        ("Uriel rests", "Uriel rests"),
        ("disc", "scheibe"),
        ("disc 3", "scheibe 3"),
        ("Uriel's disc 3", "Scheibe 3 (Uriel)"),
        (Thing("Uriel's disc 3", "Uriel", "disc 3"), "Scheibe 3 (Uriel)"),
        ("8 of Hearts", "Herz 8"),
        ("Queen of Hearts", "Herz Dame"),
        ("Uriel's Bow in round 2", "Bogen, Runde 2 (Uriel)"),
        ("disc, bow", "scheibe, Bogen"),
        ("8 of Cups", "8 of Cups"),
    ],
)
def test_a_name_is_found_with_a_capital_and_by_its_owner_and_thing(name: str, said: str) -> None:
    assert german().say(name) == said


def test_a_sentence_without_translation_stays_english_whole() -> None:
    tongue = german(**{"{a} moves": "{a} zieht"})
    inner = message("{a} moves", a="Angels")
    assert (
        tongue.text(message("{inner}, and {a} rests", inner=inner, a="Bow")) == "Angels moves, and Bow rests"
    )
    assert tongue.text(message("{parts: · }", parts=[inner, "Bow"])) == "Engel zieht · Bogen"
    assert str(inner) == "Angels moves"


def test_numbers_and_days_are_as_people_write_them_in_their_language() -> None:
    at = datetime(2026, 5, 3, 20, 15).timestamp()
    words = message(
        "{share:.1f} %, {n}, {day}, {month}", share=1234.5, n=2.5, day=Day(at, TIME), month=Day(at, MONTH)
    )
    assert str(words) == "1234.5 %, 2.5, 3 May 2026, 20:15, May 2026"
    text = {
        code: language_of(code).text(words).replace("\u202f", " ").replace("\xa0", " ") for code in COMPLETE
    }
    assert text == {
        "de": "1.234,5 %, 2,5, 3. Mai 2026, 20:15, Mai 2026",
        "fr": "1 234,5 %, 2,5, 3 mai 2026, 20:15, mai 2026",
        "pl": "1 234,5 %, 2,5, 3 maja 2026, 20:15, maj 2026",
    }


def test_letters_are_sorted_and_searched_without_their_marks() -> None:
    assert sorted(["Zoe", "Öl", "Łódź", "Ada", "Émile"], key=plain_letters) == [
        "Ada",
        "Émile",
        "Łódź",
        "Öl",
        "Zoe",
    ]


@pytest.mark.parametrize(
    "code, asked, found",
    [
        ("de", "krieg", "war-in-heaven"),
        ("de", "auf", "havoc-in-heaven"),
        ("de", "war in heaven", "war-in-heaven"),
        ("fr", "guerre", "war-in-heaven"),
        ("fr", "portes", "war-in-heaven"),
        ("pl", "zabojcza", ""),
    ],
)
def test_a_search_finds_games_by_their_names_in_the_language_of_the_phone_and_in_english(
    phone: Phones, code: str, asked: str, found: str
) -> None:
    page = phone().get(f"/?q={quote(asked)}", headers={"Accept-Language": code}).text
    rows = page.partition('id="found"')[2].partition("</ul>")[0]
    assert (f'href="/games/{found}"' in rows) if found else ('class="none"' in rows)


def test_any_game_is_found_with_three_letters_of_its_name_in_any_language(phone: Phones) -> None:
    anna = phone()
    for code in COMPLETE:
        tongue = language_of(code)
        for key, game in shelf().items():
            word = max(plain_letters(tongue.say(game.name)).split(), key=len)[:3]
            page = anna.get(f"/?q={quote(word)}", headers={"Accept-Language": code}).text
            assert f'href="/games/{key}"' in page.partition('id="found"')[2].partition("</ul>")[0], (
                code,
                word,
            )


def test_the_best_language_for_a_phone() -> None:
    assert best(["de-AT", "fr"], ["fr", "de"]) == "de"
    assert best(["ja", "fr-CA"], ["fr", "de"]) == "fr"
    assert best(["en-GB", "de"], ["de"]) == best(["ja"], ["de"]) == "en"


def sentences(text: str, **words: str) -> tuple[list[str], str]:
    """Return the sentences of a template, and it filled in with these translations."""
    from companion.web.rendering import PlainEnvironment
    from companion.words import speaking

    class Plain(PlainEnvironment):
        def __init__(self) -> None:
            super(PlainEnvironment.__mro__[1], self).__init__(autoescape=True)

    environment = Plain()
    environment.translate = lambda sentence: words.get(sentence, sentence)
    environment.filters["say_in_language"] = speaking.say
    result = Sentences(lambda sentence: sentence)
    result.put_into(environment._parse(text, None, None))
    with speaking.speaking(german(**words)):
        made = environment.from_string(text).render(n=2, side="Angels", thing="<i>")
    return [sentence for sentence, _ in result.found], made


@pytest.mark.parametrize(
    "template, words, made",
    [
        (
            "<p>Take {{ n }} cards.</p>",
            {"Take {n} cards.": "{n:# Karte|# Karten} nehmen."},
            "<p>2 Karten nehmen.</p>",
        ),
        ("<p>{{ side }} win</p>", {"{side} win": "{Side:die} siegen"}, "<p>Die Engel siegen</p>"),
        ("<p>{{ thing }}</p>", {}, "<p>&lt;i&gt;</p>"),
        ("<p><b>All</b> of it</p>", {"<b>All</b> of it": "<b>Alles</b>"}, "<p><b>Alles</b></p>"),
        ('<b title="Turn {{ n }}"></b>', {"Turn ": "x"}, '<b title="Turn 2"></b>'),
        (
            '<b aria-label="The log" class="Log">',
            {"The log": "Das Protokoll", "Log": "x"},
            '<b aria-label="Das Protokoll" class="Log">',
        ),
        ('{{ "Yes" if n else "no" }}', {"Yes": "Ja"}, "Ja"),
        ('<b class="{{ "Yes" }}" value="{{ side }}">', {"Yes": "Ja"}, '<b class="Yes" value="Angels">'),
    ],
)
def test_a_template_is_translated_where_people_read(template: str, words: dict[str, str], made: str) -> None:
    assert sentences(template, **words)[1] == made


PSEUDO = {"Accept-Language": "en-pseudo"}


@pytest.fixture
def tongues(app: Flask) -> None:
    """A server that also offers a long language and one from right to left."""
    app.config["LANGUAGES"] = {
        "en-pseudo": lambda game: pseudo(),
        "ar-pseudo": lambda game: pseudo("ar-pseudo", "rtl"),
    }


def test_each_phone_at_a_table_reads_its_own_language(phone: Phones, tongues: None) -> None:
    anna, ben = phone(), phone()
    code = anna.open(phone="all")
    anna.say(code, "add", by="Red", step="3")
    own, english = anna.get(f"/t/{code}", headers=PSEUDO), ben.get(f"/t/{code}")
    assert '<html lang="en-pseudo">' in own.text and "⟦Stórý só fár" in own.text
    assert '<html lang="en">' in english.text and "Story so far" in english.text
    assert "⟦" not in english.text and "⟦" not in anna.get(f"/t/{code}").text
    assert own.headers["ETag"] != english.headers["ETag"]
    assert "Accept-Language" in own.headers["Vary"]
    right = anna.get(f"/t/{code}", headers={"Accept-Language": "ar-pseudo"})
    assert '<html lang="ar-pseudo" dir="rtl">' in right.text


def test_the_size_of_what_is_told_goes_by_its_length_in_the_language_of_the_phone(
    phone: Phones, app: Flask
) -> None:
    long = Language("en-long", LongSentences(), {}, lambda n: "other")
    app.config["LANGUAGES"] = {"en-long": lambda game: long}
    anna = phone()
    code = anna.open(phone="all")
    anna.say(code, "add", by="Red", step="3")
    assert 'class="told short ' in anna.get(f"/t/{code}").text
    assert 'class="told long ' in anna.get(f"/t/{code}", headers={"Accept-Language": "en-long"}).text


def test_a_transcript_is_the_same_in_every_language(phone: Phones, tongues: None) -> None:
    anna = phone()
    code = anna.open(phone="all")
    anna.say(code, "add", by="Red", step="3")
    address = f"/t/{code}/transcript"
    assert anna.get(address, headers=PSEUDO).text == anna.get(address).text


def test_a_chosen_language_stays_and_counts_before_what_the_phone_says(phone: Phones, tongues: None) -> None:
    anna = phone()
    anna.post("/me/settings", {"on": ["buzz"], "language": "en-pseudo"})
    assert '<html lang="en-pseudo">' in anna.get("/").text
    anna.post("/me/settings", {"on": ["buzz"], "language": "en"})
    assert '<html lang="en">' in anna.get("/", headers=PSEUDO).text
    anna.post("/me/settings", {"on": ["buzz"], "language": ""})
    assert '<html lang="en-pseudo">' in anna.get("/", headers=PSEUDO).text
    assert '<html lang="en">' in anna.get("/", headers={"Accept-Language": "tlh"}).text


@pytest.mark.parametrize("address", ["/", "/games", "/me", "/about", "/plays", "/people", "/own"])
def test_no_page_breaks_in_a_language_that_translates_everything(
    phone: Phones, tongues: None, address: str
) -> None:
    answer = phone().get(address, headers=PSEUDO)
    assert answer.status_code == 200 and "⟦" in answer.text


def test_a_page_says_its_own_words_whatever_game_was_shown_first(phone: Phones) -> None:
    anna, german = phone(), {"Accept-Language": "de"}
    assert "Mancala" in anna.get("/games/mancala", headers=german).text
    editor = anna.get("/own/new?from=draughts", headers=german).text
    assert ">Der Spielplan</h2>" in editor, "Mancala says Das Brett"


def test_english_words_know_their_message_also_in_another_process() -> None:
    moves = message("{a} moves", a="Angels")
    words = pickle.loads(pickle.dumps(str(moves)))
    assert words == "Angels moves" and str(moves) == words
    assert german(**{"{a} moves": "{A:die} ziehen"}).say(words) == "Die Engel ziehen"


def test_what_is_wrong_is_said_in_the_language_of_the_phone(phone: Phones) -> None:
    anna, german = phone(), {"Accept-Language": "de"}
    wrong = anna.get("/games/heaven-and-ale/score?players=2&ducats1=-3", headers=german).text
    assert "ist -3; richtig wäre eine ganze Zahl von 0 bis 999" in wrong
    gone = anna.get("/games/heaven-and-ale/score?table=KITE7X", headers=german)
    assert gone.status_code == 404 and "hat den Code KITE7X" in gone.text
    unread = anna.get("/own/new?box=x", headers=german)
    assert unread.status_code == 422 and "Das geht nicht: " in unread.text


@pytest.mark.parametrize(
    "address, title, sentence",
    [
        ("/t/NOSUCH", "Hier ist nichts", None),
        (
            "/nowhere",
            "Hier ist nichts",
            "Unter dieser Adresse liegt nichts. Vielleicht fehlt ihr ein Buchstabe.",
        ),
        ("/games/nosuch", "Hier ist nichts", "Dieses Spiel steht nicht in diesem Regal."),
        ("/games/heroball/print/900.png", "Hier ist nichts", "Diese Seite gibt es nicht."),
        (
            "/P/NOSUCH",
            "Hier ist nichts",
            "Dieser persönliche Link wurde widerrufen oder ist nicht vollständig.",
        ),
    ],
)
def test_an_error_is_said_in_the_language_of_the_phone(phone, address, title, sentence):
    page = phone().get(address, headers={"Accept-Language": "de"}).text
    assert f'<h1 tabindex="-1" autofocus>{title}</h1>' in page
    assert sentence is None or sentence in page
