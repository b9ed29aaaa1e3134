"""The verbs, in the order of the dock; each file holds those of one occasion."""

from companion.games.heroball.actions import attack, ball, by_hand, card, move, react, setup

KINDS = (
    setup.Choose, setup.Seed, move.Move, ball.Hold, ball.Throw, ball.Drop, attack.Push, attack.ForceFumble,
    card.Card, move.EndTurn, react.Defend, card.React, react.Intercept, react.NeverAgain, react.LetGo,
    by_hand.MoveHero, by_hand.MoveBall, by_hand.GiveAp, by_hand.Done, react.NeverAsk,
)  # fmt: skip
