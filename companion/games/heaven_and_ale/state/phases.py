"""The phases of the sequence of play, and how a sentence calls them."""

START, TURN, MORE, CLOSING, PAIR, LAST_CALL, TRACK, SALE, LAYING = (
    "start",
    "turn",
    "more",
    "closing",
    "pair",
    "last call",
    "track",
    "sale",
    "laying",
)
WORDS = {
    START: "the choice of starting spaces",
    TURN: "a turn",
    MORE: "a purchase",
    CLOSING: "the closing of a shed",
    PAIR: "the completing of a pair",
    LAST_CALL: "the last sale",
    TRACK: "a table that keeps just the track",
    SALE: "the last sale",
    LAYING: "the laying out of tiles",
}
