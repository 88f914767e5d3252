"""Searches that are kept in a file, so that nothing is lost when they end too early.

checkpoints    checkpointed, the answers of a search that is kept
sparing        searches that know where they stand, at next to no cost
forms          the answers in a file; encoding: as JSON
stores         the file: what was found, and where each range of the search stands; databases: its transactions
ranges         ranges of branches
identity       what search a file is of
"""
