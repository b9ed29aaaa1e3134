"""The eye: a photograph of the table says where the pieces stand, by the sigils that are printed on them."""
