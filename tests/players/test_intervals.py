"""How sure a share is."""

import pytest

from companion.players.intervals import Share, apart, settles


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (277, 454, 0.5645, 0.6539)],
)
def test_the_interval_is_wilsons(won, of, low, high):
    share = Share(won, of)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


def test_nothing_played_tells_nothing():
    assert (Share(0, 0).low, Share(0, 0).high) == (0.0, 1.0)
    assert apart([(Share(0, 0), Share(3, 4))]) == (0, 0)


def test_more_games_are_asked_for_as_long_as_the_interval_tells_neither():
    assert settles(Share(46, 46), 0.5, 0.05) == 0, "that it is unfair is sure"
    assert settles(Share(5000, 10000), 0.5, 0.05) == 0, "that it is fair is sure"
    more = settles(Share(26, 50), 0.5, 0.05)
    assert 300 < more < 5000
    assert settles(Share(26 + more * 0.52, 50 + more), 0.5, 0.05) == 0, "so many do settle it"


def test_few_games_are_drawn_to_nothing():
    gap, sure = apart([(Share(60, 100), Share(40, 100))])
    assert gap == pytest.approx(0.2 * 50 / 60) and sure == pytest.approx(2.828, abs=0.001)
    assert apart([(Share(2, 2), Share(0, 2))])[0] < 0.1 < apart([(Share(900, 1000), Share(0, 1000))])[0]


def test_what_a_stronger_side_wins_is_no_merit_of_what_it_uses():
    """All its games won with it and without; the weaker side hardly ever could use it."""
    gap, sure = apart([(Share(80, 100), Share(16, 20)), (Share(1, 5), Share(19, 95))])
    assert abs(gap) < 1e-9 and abs(sure) < 1e-9
