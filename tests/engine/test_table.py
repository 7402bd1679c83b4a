"""The transposition table by itself: what is stored is found, and growing loses nothing."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

import counterplay as cp
from counterplay.core.compile.functions import compiled
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.alphabeta.kernel.transposition import (
    BUCKET_WORDS,
    EXACT,
    HASH_BITS,
    TABLE_FIELDS,
    entry_value,
    grow,
    probe,
    store,
)
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.alphabeta.transposition import FIRST_WORDS

DTYPE = np.dtype([field if len(field) == 3 else (*field, ()) for field in TABLE_FIELDS])


@compiled
def key_of(i: int) -> Any:
    return np.uint64(i + 1) * np.uint64(0xD6E8FEB86659FD93)


@compiled
def store_all(contexts: Any, first: int, last: int) -> None:
    for i in range(first, last):
        store(contexts[0], key_of(i), i, i % 50, EXACT, 1 + i % 60000)


@compiled
def probe_all(contexts: Any, found: Any) -> None:
    for i in range(len(found)):
        found[i] = probe(contexts[0], key_of(i))


@compiled
def value_in(data: Any) -> Any:
    return entry_value(data)


@compiled
def grow_table(contexts: Any) -> None:
    grow(contexts[0])


def table(words: int, most: int) -> tuple[Any, Any, Any]:
    """A context with a table of so many words, which may become `most`; its head; its memory."""
    room = np.zeros(most, np.uint64)
    head = np.full(1, HASH_BITS + 1 - (words // BUCKET_WORDS).bit_length(), np.uint64)
    contexts = np.zeros(1, DTYPE)
    contexts["table"], contexts["table_head"] = room.ctypes.data, head.ctypes.data
    contexts["table_most"], contexts["table_sharers"] = most, 1
    return contexts, head, room


def size(head: Any) -> int:
    return BUCKET_WORDS << (HASH_BITS - int(head[0]))


def found_in(contexts: Any, count: int) -> Any:
    found = np.zeros(count, np.uint64)
    probe_all(contexts, found)
    return found


def test_an_enlarged_table_holds_what_it_held() -> None:
    contexts, head, _room = table(1 << 12, 1 << 18)
    store_all(contexts, 0, 1500)
    before = found_in(contexts, 1500)
    assert (before != 0).sum() > 1300
    for words in (1 << 14, 1 << 16, 1 << 18):
        grow_table(contexts)
        assert size(head) == words
        assert (found_in(contexts, 1500) == before).all()
    store_all(contexts, 0, 1500)
    assert (found_in(contexts, 1500) != 0).all()


def test_a_table_grows_by_itself_and_not_beyond_its_room() -> None:
    contexts, head, _room = table(1 << 12, 1 << 15)  # 16,384 entries at most
    store_all(contexts, 0, 2000)
    assert size(head) == 1 << 12  # nearly full, but it has lost few
    store_all(contexts, 2000, 200_000)
    assert size(head) == 1 << 15


def test_entries_of_older_searches_give_way_before_the_table_grows() -> None:
    contexts, head, _room = table(1 << 12, 1 << 18)
    for search in range(30):
        contexts["table_age"], contexts["table_lost"] = search, 0
        store_all(contexts, 1000 * search, 1000 * (search + 1))
    assert size(head) == 1 << 12


def test_a_search_begins_with_a_small_table_and_new_games_do_again() -> None:
    game = cp.load("connect_four")
    player = AlphaBeta(game, Settings(memory=64))
    assert player.table.size == FIRST_WORDS
    found = player.search(game.position("44"), cp.Limit(depth=18))
    assert player.table.size > FIRST_WORDS
    player.new_game()
    assert player.table.size == FIRST_WORDS
    assert not player.table.words.any()
    again = player.search(game.position("44"), cp.Limit(depth=18))
    assert (again.nodes, again.value, again.line) == (found.nodes, found.value, found.line)


def test_threads_that_write_while_the_table_grows_never_leave_a_wrong_entry() -> None:
    first, head, _room = table(1 << 10, 1 << 20)
    first["table_sharers"] = 4
    sharers = [first.copy() for _ in range(4)]
    threads = [
        threading.Thread(target=store_all, args=(contexts, 50_000 * i, 50_000 * i + 100_000))
        for i, contexts in enumerate(sharers)
    ]
    store_all(first, 0, 0)  # compiled before the threads begin
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = found_in(first, 250_000)
    there = np.flatnonzero(found)
    assert size(head) > 1 << 16
    assert len(there) > 20_000
    assert all(value_in(found[i]) == i for i in there)


def test_several_threads_have_a_growing_table_too() -> None:
    game = cp.load("connect_four")
    player = AlphaBeta(game, Settings(memory=64, threads=2))
    assert player.table.size == FIRST_WORDS
    player.search(game.position("44"), cp.Limit(depth=18))
    assert player.table.size > FIRST_WORDS
