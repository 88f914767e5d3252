"""Pictures of puzzles, empty or with an answer, to print.

marks  what a picture is made of, and what many pictures share: boards, tables
pages  the pictures on a page, drawn by Matplotlib
"""
