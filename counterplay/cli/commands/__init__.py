"""The commands, one file each. To add a command, add a file here and a row to `COMMANDS`.

The file NAME.py (or the folder NAME) defines NAME: a function whose parameters and docstring are
those of the command, or a `typer.Typer` with commands of its own.
"""

COMMANDS = {
    "Play and analyse": {
        "play": "Play a game in the terminal, against the engine or another person.",
        "serve": "Play, analyse and review games in the browser.",
        "analyse": "Find the best move in a position.",
        "review": "Review games with dice: what each decision lost, and a rating.",
        "rollout": "Value a position of a game of chance by playing it many times.",
        "double_dummy": "Count the tricks of a bridge deal of which all hands are seen.",
        "equity": "Say how much of the pot a hand of hold'em wins.",
        "plays": "Find the best plays of a rack of Scrabble tiles.",
        "games": "List the built-in games, or describe one.",
    },
    "Solve": {
        "solve": "Solve a game: the value of every reachable position.",
        "equilibrium": "Find the best strategies of a game with hidden information.",
        "plan": "Find a plan that wins for sure, whatever is hidden.",
        "respond": "Find a safe answer to the way that an opponent plays.",
        "river": "Solve the last round of bets in hold'em for two ranges of hands.",
        "table": "Build, list and probe endgame tables.",
    },
    "Compare players": {
        "match": "Play two players against each other and estimate the Elo difference.",
        "tournament": "Play several players against one another and rate them.",
        "rate": "Measure the Elo of the strength levels of a game.",
        "epd": "Run a chess test suite.",
    },
    "Games and openings": {
        "db": "Import, explore and export a database of games.",
        "book": "Build and show opening books.",
    },
    "Improve the search": {
        "fit": "Learn the weights of an evaluator from self-play games.",
        "learn": "Learn a network for a game, from nothing but its rules.",
        "td": "Train TD-Gammon: backgammon, learned from games with itself.",
        "tune": "Tune numbers of the search by matches.",
        "calibrate": "Calibrate ProbCut for a game and its evaluator.",
        "ablate": "Measure what each search technique contributes.",
    },
    "Learn": {
        "trace": "Show every step of a textbook algorithm.",
        "quiz": "Answer questions about searches, with explanations.",
        "compare": "Compare textbook algorithms on a tree or a position.",
        "tree": "Check a tree, and write it as text, JSON or DOT.",
        "retrograde": "Solve a small game backwards, pass by pass.",
        "figures": "Reproduce the figures and tables of the textbook chapter.",
    },
    "Write a game": {
        "check": "Test the rules of a game by playing random games.",
        "perft": "Count the positions at a given depth.",
        "warm": "Compile the searches in advance, so that later starts are quick.",
    },
    "Connect to other programs": {
        "uci": "Run as a UCI engine for chess programs.",
        "ugi": "Run as a UGI engine for any game.",
        "gtp": "Run as a GTP engine for any two-player board game.",
    },
}
"""The summary that `counterplay --help` shows for each command, by section.

It is written here and not only in the command's docstring because `counterplay --help` does not
import the commands.
"""
