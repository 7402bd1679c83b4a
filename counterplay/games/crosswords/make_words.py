"""Make `words.npz`: `python -m counterplay.games.crosswords.make_words enable1.txt`.

The list is ENABLE (Enhanced North American Benchmark Lexicon), which its author Alan Beale gave to
the public domain. The file enable1.txt is in many public repositories, for example in
github.com/dolph/dictionary.
"""

import sys

from counterplay.games.crosswords.equipment import STANDARD_TILES, graph_of, read_tiles
from counterplay.games.crosswords.graph import FILE, save_graph

if __name__ == "__main__":
    save_graph(graph_of(sys.argv[1], read_tiles(STANDARD_TILES).letters), FILE)
