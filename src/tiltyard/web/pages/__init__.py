"""Pages by their readers: desk, phone, judge, public, account, screen."""
