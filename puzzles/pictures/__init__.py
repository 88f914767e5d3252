"""Pictures of puzzles, empty or with an answer, to be printed.

marks  what a picture is made of, and what many pictures have in common: boards, tables
pages  the pictures on a page, drawn by Matplotlib
"""
