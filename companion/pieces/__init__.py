"""What more than one box contains."""
