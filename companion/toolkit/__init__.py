"""What more than one game contains: hex boards, what cards say, setting by hand, conceding, paper."""
