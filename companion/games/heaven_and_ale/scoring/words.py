"""A score in words, step by step."""

from collections.abc import Callable

from companion.games.heaven_and_ale.box import SCORING, place
from companion.games.heaven_and_ale.scoring.score import Score, Unit
from companion.words import counted, listed


def rate_words(each: Score) -> str:
    """Return in words what the brewmaster's place gives."""
    at = place(each.end.brewmaster)
    return f"Brewmaster on {at}: {each.rate} back for 1 forward, {counted(each.value, 'point')} a level."


def exchange_words(unit: Unit, place: Callable[[int], str] = place) -> str:
    """``Wood 10 → 8 pays: barley −1 → 0.``; ``place`` says how a place on the track is called."""
    payers = unit.payers
    pays = listed([f"{colour} {place(before)} → {place(after)}" for colour, before, after in payers])
    verb = "pay" if len(payers) > 1 else "pays"
    marker, before, after = unit.moved
    return f"{pays.capitalize()} {verb}: {marker} {place(before)} → {place(after)}."


def ducat_words(unit: Unit, place: Callable[[int], str] = place) -> str:
    """``10 ducats: barley 5 → 6.``"""
    marker, before, after = unit.moved
    return f"{SCORING.ducats_a_step} ducats: {marker} {place(before)} → {place(after)}."


def stopping_words(each: Score) -> str:
    """Return why ending the exchange early is worth more; empty if it is not."""
    early = each.stopping
    if early is None:
        return ""
    kept, whole = len(early.exchange), len(each.exchange)
    when = "without any exchange" if kept == 0 else f"after {kept} of {whole} exchanges"
    return (
        f"Stopping {when} leaves more for the ducats to lift: level {early.level} instead of {each.level},"
        f" {counted(early.total, 'point')} instead of {each.total}."
        " As the rule is written the exchange goes on."
    )
