"""A tournament day: facts, the event they add up to, and every act with its rights. Pure."""
