"""The form of a set (``form``), and what stands on its cards (``printed``), of which the box is made."""
