"""Card catalogues as files: the community's layouts, and our own for any game."""
