"""Searches that are saved in a file, so that nothing is lost when they end too early.

checkpoints    checkpointed, the answers of a search that is saved
sparing        searches that know their position, at almost no cost
forms          the answers in a file; encoding: as JSON
stores         the file: what was found, and how far each range of the search is; databases: its transactions
ranges         ranges of branches; ways: whether another process has the same choices
identity       which search a file belongs to
"""
