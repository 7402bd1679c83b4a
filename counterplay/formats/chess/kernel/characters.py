"""Characters of a text: spaces, digits, names, ends of lines."""

from counterplay.core.compile.kernel import hot, native

SPACE, TAB, LINE_FEED, RETURN = ord(" "), ord("\t"), ord("\n"), ord("\r")


@hot
def is_space(c):
    return c == SPACE or TAB <= c <= RETURN


@hot
def is_new_line(c):
    return c == LINE_FEED or c == RETURN


@hot
def is_digit(c):
    return ord("0") <= c <= ord("9")


@hot
def is_name(c):
    """Whether a character may be part of the name of a tag."""
    return is_digit(c) or ord("A") <= c <= ord("Z") or ord("a") <= c <= ord("z") or c == ord("_")


@native
def line_end(text, i, size):
    while i < size and not is_new_line(text[i]):
        i += 1
    return i


@native
def lines_between(text, start, stop):
    count = 0
    for i in range(start, stop):
        if text[i] == LINE_FEED:
            count += 1
    return count


@native
def spells(text, i, end, word):
    """Whether the text has this word at i."""
    if i + len(word) > end:
        return False
    for k in range(len(word)):
        if text[i + k] != word[k]:
            return False
    return True
