"""What more than one game contains: hex boards, setting by hand, conceding."""
