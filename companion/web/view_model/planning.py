"""The model of a waiting phone's next turn, prepared or to be prepared."""

from dataclasses import dataclass
from functools import cached_property

from companion.storage.session import Session
from companion.web.plans import Plan, as_planned, plan_of
from companion.web.view_model.phone import Phone


@dataclass(frozen=True)
class Planning:
    """The next turn of the seat that a phone acts for, prepared or to be prepared."""

    session: Session
    phone: Phone
    my_turn: bool

    @cached_property
    def ready(self) -> Plan | None:
        """Return what this phone has prepared."""
        return plan_of(self.session, self.phone.acting) if not self.phone.plans else None

    @cached_property
    def may(self) -> bool:
        """True if this phone waits, and may prepare its next turn."""
        if self.phone.plans or not self.phone.acting or self.my_turn:
            return False
        return as_planned(self.session, self.phone.acting) is not None
