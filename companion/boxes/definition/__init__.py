"""What a box is: the language of its file, and the frozen definition that reading it comes to."""
