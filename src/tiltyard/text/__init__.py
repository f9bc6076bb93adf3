"""From codes and facts to sentences."""
