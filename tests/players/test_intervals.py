"""How sure a share is."""

import pytest

from companion.players.intervals import Share, settles, told


@pytest.mark.parametrize(
    "won, of, low, high",
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (277, 454, 0.5645, 0.6539)],
)
def test_the_interval_is_wilsons(won, of, low, high):
    share = Share(won, of)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


def test_nothing_played_tells_nothing():
    assert (Share(0, 0).low, Share(0, 0).high) == (0.0, 1.0)


def test_fair_is_what_lies_within_the_margin_with_its_whole_interval():
    """54.5 % of 500, 50 to 59: too little to accuse anybody of two, and too wide to be fair."""
    assert told(Share(272.5, 500), 0.5, 0.05, 2.24) == ""
    assert told(Share(5000, 10000), 0.5, 0.05, 2.24) == "fair"
    assert told(Share(46, 46), 0.5, 0.05, 2.24) == "too strong"
    assert told(Share(0, 46), 0.5, 0.05, 2.24) == "too weak"


@pytest.mark.parametrize("bar", [1.96, 2.24, 3.1])
@pytest.mark.parametrize("fair", [1 / 2, 1 / 3, 1 / 8])
def test_as_many_more_games_as_are_promised_settle_it_and_one_less_does_not(fair, bar):
    for of in (0, 1, 2, 7, 40, 122, 500, 5000):
        for won in {of * part / 80 for part in range(81)}:
            share = Share(won, of)
            more = settles(share, fair, 0.05, bar)
            assert bool(told(share, fair, 0.05, bar)) == (more == 0)
            then = [Share(share.share * n, n) for n in (of + more, of + more - 1)]
            assert told(then[0], fair, 0.05, bar), (won, of, more)
            assert not more or not told(then[1], fair, 0.05, bar), (won, of, more)


def test_a_promise_is_kept():
    share = Share(23.5, 40)
    more = settles(share, 0.5, 0.05, 2.24)
    assert told(Share(share.share * (40 + more), 40 + more), 0.5, 0.05, 2.24) == "too strong"
