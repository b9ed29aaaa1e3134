"""A refusal that concerns several things names its causes, each with its names."""

from companion.toolkit.causes import by_cause, causes_words


def test_causes_are_grouped_with_their_names_and_many_are_counted():
    causes = by_cause(
        [
            ("Thor", "unhurt"),
            ("Tyr", "too far away"),
            ("Loki", "unhurt"),
            *((name, "dead") for name in "abcd"),
        ]
    )
    assert causes_words(causes) == "Thor and Loki are unhurt; Tyr is too far away; 4 are dead"
