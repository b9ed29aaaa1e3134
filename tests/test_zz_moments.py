import os, re
from collections import Counter
from pathlib import Path
import pytest
from companion.kernel.sittings import sittings
from companion.kernel import transcript
from companion.boxes.shelf import Shelf
from tests.test_walk_languages import Marked, Read, Speaking, MARKED, WORD, UNKNOWN, NO_WORDS, TYPED, IN_SITTING
from tests.listening import PLAYED, BOXED
from tests.test_valid_html import table
from tests.conftest import *

@pytest.mark.parametrize("code, key", [*PLAYED, *BOXED])
def test_moments(app, phone, code, key):
    game = Shelf()[key]
    tongues = {}
    app.config["LANGUAGES"] = {code: lambda g: tongues.setdefault(g.key if g else "", Marked.of(code, g))}
    anna = phone(); store = app.extensions["companion"].store
    found = Counter()
    for name, text in sittings(game).items():
        typed = TYPED | set(IN_SITTING.findall(text))
        whole = transcript.read(text, {key: game})
        head = [l for l in text.splitlines() if "=" in l or l.startswith("game:")]
        try:
            start = transcript.write(whole.as_of(0)) if hasattr(transcript, "write") else None
        except Exception: start = None
        lines = text.splitlines()
        c = None
        for n in range(0, len(whole.log)):
            if c is None:
                session = None
                from companion.storage.store import Store
                import secrets
                ph = anna.client
                anna.get("/")
                # the phone's own id
                with anna.client.session_transaction() as s: pid = s.get("phone")
                if not pid:
                    anna.post("/me/link"); 
                    with anna.client.session_transaction() as s:
                        s["phone"] = pid = secrets.token_hex(16); s["_permanent"]=True
                sit = store.open(game, whole.as_of(0), pid, list(whole.opening.seats))
                store.seating.lay(sit, (1<<30)-1, True)
                c = sit.code
            for sub in ("", "/words"):
                page = anna.get(f"/t/{c}{sub}", headers={"Accept-Language": code}).text
                r = Read(page)
                for w in [p for t in r.parts for p in UNKNOWN.findall(t)] + [p for l in r.left if WORD.search(p := MARKED.sub("", l).strip())]:
                    if w not in typed and not NO_WORDS.fullmatch(w): found[w] += 1
            e = whole.log[n].entry
            store.play(c, e.seat, e.verb, e.answers, phone=pid) if True else None
    with open("/tmp/founder/moments.txt", "a") as out:
        for w, k in found.most_common(): out.write(f"{code}\t{key}\t{k}\t{w}\n")
