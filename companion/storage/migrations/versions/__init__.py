"""One file a version, each following the one before."""
