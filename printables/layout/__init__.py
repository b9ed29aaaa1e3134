"""Pieces laid out on sheets of paper: cards, chips, boards, mats, pads."""
