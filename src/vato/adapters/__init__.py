"""The games as other libraries want them: PettingZoo environments, OpenSpiel-like states; each imported by itself."""
