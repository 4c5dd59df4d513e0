"""Does it go together? English verbs, nouns and pronouns, by rules of one sentence each."""
