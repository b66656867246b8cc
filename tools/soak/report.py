"""What a soak has seen so far, added up over its runs and files."""

import collections

from games import MARGIN


def show(entries):
    """Prints the figures; ends with 1 if there are findings."""
    kinds = collections.defaultdict(list)
    for entry in entries:
        kinds[entry["kind"]].append(entry)
    if kinds["game"]:
        show_games(kinds["game"])
        show_memory(kinds["memory"])
    if kinds["tabs"]:
        show_tabs(kinds["tabs"])
    for finding in kinds["finding"]:
        print(f"FOUND {finding['what'][:400]}")
    print(f"{len(kinds['finding'])} findings")
    return 1 if kinds["finding"] else 0


def show_games(games):
    moves = sum(game["moves"] for game in games)
    hours = sum(game["seconds"] for game in games) / 3600
    print(f"{len(games)} games, {moves} moves of ours, {hours:.1f} hours")
    for what in ("language", "opponent", "end"):
        counts = collections.Counter(game[what] for game in games)
        print(f"  by {what}: " + ", ".join(f"{name} {count}" for name, count in counts.most_common()))
    print(f"  limit | games | moves of ours | late | by more than {MARGIN} ms | the latest, ms | the latest that the machine does not explain, ms")
    by_limit = collections.defaultdict(list)
    for game in games:
        by_limit[limit_text(game["limit"])].append(game)
    for limit, some in sorted(by_limit.items()):
        late = [pair for game in some for pair in game["late"]]
        much = sum(value > MARGIN for value, _ in late)
        latest = max((value for value, _ in late), default=0)
        unexplained = max((value - stall for value, stall in late), default=0)
        moves = sum(game["moves"] for game in some)
        print(f"  {limit} | {len(some)} | {moves} | {len(late)} | {much} | {latest:.0f} | {max(0, unexplained):.0f}")


def limit_text(limit):
    if "base" in limit:
        return f"{limit['base'] / 1000:g} s + {limit['increment'] / 1000:g} s"
    (name, value), = limit.items()
    return f"{value} ms a move" if name == "movetime" else f"{name} {value}"


def show_memory(notes):
    by_process = collections.defaultdict(list)
    for note in notes:
        by_process[note["process"], note.get("file", ""), note["pid"]].append(note)
    print("  process | games | MiB at first, after 100 games, at last | open files at first, at last")
    for (process, _, _), some in sorted(by_process.items()):
        settled = next((note for note in some if note["games"] >= 100), some[-1])
        memory = ", ".join(f"{note['kib'] / 1024:.1f}" for note in (some[0], settled, some[-1]))
        print(f"  {process} | {some[-1]['games']} | {memory} | {some[0]['descriptors']}, {some[-1]['descriptors']}")


def show_tabs(notes):
    runs = collections.defaultdict(list)
    for note in notes:
        runs[note.get("file", ""), note["pid"]].append(note)
    print("tabs: seconds | what was done | without tabs, at first and at last | with tabs, at most")
    for some in runs.values():
        idle = [note for note in some if not note["open"]]
        busy = [note for note in some if note["open"]] or idle
        done = ", ".join(f"{name} {count}" for name, count in some[-1]["counts"].items())
        most = ", ".join(f"{max(note[what] for note in busy)} {what}" for what in ("mib", "descriptors", "threads"))
        print(f"  {some[-1]['seconds']} | {done} | {state_text(idle[0])} → {state_text(idle[-1])} | {most}")
    print(f"  in all {sum(some[-1]['seconds'] for some in runs.values())} s, {sum(some[-1]['counts'].get('tabs', 0) for some in runs.values())} tabs")


def state_text(note):
    return f"{note['mib']} MiB, {note['descriptors']} files, {note['threads']} threads"
