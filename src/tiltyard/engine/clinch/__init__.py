"""What is decided before it is over: who is safe, who is out, and which own result changes it."""
