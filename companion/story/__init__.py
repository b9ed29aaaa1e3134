"""The story of one sitting: its course as a curve, what decided it, and who did what.

All of it is read from the journal when somebody looks; nothing is kept for it.
"""
