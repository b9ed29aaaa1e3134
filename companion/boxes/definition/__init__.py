"""The definition of a box: the language of its file, and the frozen value that is read from it."""
