"""The set-up of a table that nobody has moved at."""

from dataclasses import dataclass
from functools import cached_property

from companion.storage.session import Session
from companion.svg.renderer import Overlay
from companion.web import setting_up
from companion.web.setting_up import SetUpStep
from companion.web.view_model.dock import Dock
from companion.web.view_model.phone import Phone


@dataclass(frozen=True)
class SetUp:
    """The steps of a set-up as one phone sees them."""

    session: Session
    phone: Phone
    dock: Dock

    @cached_property
    def steps(self) -> tuple[SetUpStep, ...]:
        """Return the steps, each with whether it is done; none after the first move."""
        table = self.session.table
        if table.n:
            return ()
        return setting_up.ticked(setting_up.steps(self.session.view, table.start.told), self.session.laid)

    @property
    def next(self) -> SetUpStep | None:
        """Return the next step that nobody has ticked."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def laying(self) -> SetUpStep | None:
        """Return the next step, for a phone that may tick it and looks at nothing else.

        Nothing is asked meanwhile.
        """
        table = self.session.table
        busy = self.dock.draft or self.dock.inspected or table.stopped or table.state.over
        return self.next if self.phone.may and self.session.view.picture and not busy else None

    @property
    def lit(self) -> Overlay:
        """Return what the next step is about, lit on the board."""
        return setting_up.lit(self.session.view.picture, self.next)
