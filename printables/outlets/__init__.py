"""Outlets: where the pieces go, from the very shapes that are drawn: documents, pictures, drawings."""
