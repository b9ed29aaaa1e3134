"""The figures of this machine: ``make bench``, or ``python -m tests.bench [part …]``."""
