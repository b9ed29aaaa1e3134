"""Companion: the phone on the table. It tracks the game, enforces the rules, and says why."""
