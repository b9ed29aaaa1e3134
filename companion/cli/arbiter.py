"""The arbiter, which starts the processes that serve, and ends none before its successor has loaded."""

from gunicorn.arbiter import Arbiter as GunicornArbiter


class Arbiter(GunicornArbiter):  # type: ignore[misc]
    """gunicorn's, which would end the old processes while the new ones are still loading."""

    def manage_workers(self) -> None:
        """Start the processes that are missing; end the oldest ones too many once all have loaded."""
        beyond = len(self.WORKERS) > self.num_workers
        if not beyond or all(worker.loaded[0] for worker in self.WORKERS.values()):
            super().manage_workers()
