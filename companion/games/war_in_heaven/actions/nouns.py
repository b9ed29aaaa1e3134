"""The nouns of War in Heaven: everything a seat can point at."""

from typing import Annotated

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import War
from companion.kernel.action import Noun
from companion.toolkit.aimed import Aimed

OwnToken = Annotated[str, Noun[War]("Which of your tokens?", lambda war, draft: box.OWN[draft.by])]
Follower = Annotated[str, Noun[War]("Which Ally or Troop?", lambda war, draft: box.FOLLOWERS[draft.by])]
FaceDown = Annotated[
    str,
    Noun[War]("Which Ally or Troop?", lambda war, draft: box.FOLLOWERS[draft.by], in_dock=True),
]
OwnTroop = Annotated[str, Noun[War]("Which Troop?", lambda war, draft: box.TROOPS[draft.by])]
Space = Annotated[str, Noun[War]("To which space?", lambda war, draft: box.BOARD.spaces)]
DeploySpace = Annotated[str, Noun[War]("On which deploy space?", lambda war, draft: box.DEPLOY_SPACES)]
Payment = Annotated[
    tuple[str, ...],
    Aimed[War](
        "Which tokens pay?",
        lambda war, draft: tuple(token for token in box.FOLLOWERS[draft.by] if token != draft.ally),
        count=lambda war, draft: box.TOKENS[draft.ally].cost,
    ),
]
