// The page of puzzles: find the mate; any move that still mates in time is right.

import { useEffect } from 'preact/hooks';
import { puzzles } from '../app/controllers';
import { words } from '../app/language';
import { openInAnalysis } from '../app/navigation';
import { hintShape } from '../board/shapes';
import { afterMoves } from '../core/fen';
import { emptyTree } from '../core/tree';
import { Select } from './controls';
import { GameBoard } from './gameboard';

function Message() {
  const say = words.value;
  const stage = puzzles.stage.value;
  const texts = {
    solving: '',
    right: say.puzzle_right,
    wrong: say.puzzle_wrong,
    solved: say.puzzle_done,
    shown: say.puzzle_shown,
  };
  const tone = stage === 'wrong' ? 'bad' : stage === 'solving' || stage === 'shown' ? 'quiet' : 'good';
  return (
    <p class={`message ${tone}`} role="status" data-stage={stage}>
      {texts[stage]}
    </p>
  );
}

function Filter() {
  const say = words.value;
  const all = puzzles.puzzles.value ?? [];
  return (
    <Select
      label={say.puzzle_list}
      value={puzzles.length.value ?? 0}
      onChange={(value) => puzzles.chooseLength(value === 0 ? null : value)}
      options={[0, ...puzzles.lengths.value].map((value) => {
        const list = value === 0 ? all : all.filter((one) => one.mate_in === value);
        const solved = list.filter((one) => puzzles.solved.value.has(one.fen)).length;
        return { value, text: `${value === 0 ? say.all_lengths : say.mate_in(value)} (${solved}/${list.length})` };
      })}
    />
  );
}

function Buttons() {
  const say = words.value;
  const open = !puzzles.isOver.value;
  return (
    <>
      <div class="buttons">
        {open && (
          <button type="button" disabled={puzzles.busy.value} onClick={() => puzzles.askHint()}>
            {say.hint}
          </button>
        )}
        {open && (
          <button type="button" disabled={puzzles.busy.value} onClick={() => puzzles.showSolution()}>
            {say.solution}
          </button>
        )}
        <button type="button" onClick={() => puzzles.restart()}>
          {say.try_again}
        </button>
      </div>
      <div class="buttons">
        <button type="button" onClick={() => puzzles.previous()}>
          {say.previous_puzzle}
        </button>
        <button type="button" class={open ? '' : 'primary'} onClick={() => puzzles.next()}>
          {say.next_puzzle}
        </button>
        <button type="button" onClick={() => openInAnalysis(emptyTree(puzzles.puzzle.value?.fen ?? null))}>
          {say.open_in_analysis}
        </button>
      </div>
    </>
  );
}

export function PuzzlesPage() {
  useEffect(() => puzzles.open(), []);
  const say = words.value;
  const current = puzzles.puzzle.value;
  if (puzzles.puzzles.value === null)
    return (
      <div class="text-page">
        <p class="quiet">{say.puzzles_loading}</p>
      </div>
    );
  if (current === null)
    return (
      <div class="text-page">
        <p class="quiet">{say.puzzles_none}</p>
      </div>
    );
  const moves = puzzles.moves.value;
  const seen = puzzles.seen.value;
  const stage = puzzles.stage.value;
  const hint = puzzles.hint.value;
  const all = puzzles.puzzles.value;
  const solved = all.filter((one) => puzzles.solved.value.has(one.fen)).length;
  return (
    <div class="page">
      <div class="stage">
        <GameBoard
          pieces={afterMoves(current.fen, moves).pieces}
          flipped={puzzles.solver.value === 'black'}
          legal={puzzles.legal.value}
          onMove={(move) => puzzles.tryMove(move)}
          lastMove={moves[moves.length - 1] ?? null}
          checked={seen?.checked ?? null}
          shapes={hint === null ? [] : [hintShape(hint, 0.8)]}
        />
      </div>
      <div class="side">
        <section class="panel" aria-label={say.puzzles}>
          <h2>{say.puzzle_task(say[puzzles.solver.value], current.mate_in)}</h2>
          <p class="quiet">
            {say.puzzle_of(puzzles.index.value + 1, puzzles.chosen.value.length)}
            {puzzles.solved.value.has(current.fen) && stage !== 'solved' && ` · ${say.solved_before}`}
          </p>
          <Message />
          <Buttons />
        </section>
        <section class="panel">
          <Filter />
          <p>{say.solved_count(solved, all.length)}</p>
          <progress max={all.length} value={solved} aria-label={say.solved_count(solved, all.length)} />
          {current.source !== '' && (
            <p class="quiet">
              {say.source}: {current.source}
            </p>
          )}
        </section>
      </div>
    </div>
  );
}
