"""The desk in the browser: pages for organizer, phones, judges, public, display; the API."""
