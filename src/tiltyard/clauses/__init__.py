"""Every clause of the documents, our reading of it, and the tests that prove it."""
