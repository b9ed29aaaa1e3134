"""The pen: lines, inks, icons, typefaces and fitted text on paper."""
