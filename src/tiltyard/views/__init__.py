"""What is shown: pure rows for an audience, made once and shown by every interface."""
