// The page of puzzles: find the mate; any move that still mates in time is right.

import { useEffect } from 'preact/hooks';
import { Board } from '../board/board';
import type { Shape } from '../board/shapes';
import { afterMoves } from '../core/fen';
import { originOf, targetOf } from '../core/squares';
import { emptyTree } from '../core/tree';
import * as analysis from '../state/analysis';
import { complain } from '../state/notices';
import * as puzzles from '../state/puzzles';
import { show } from '../state/route';
import { words } from '../words';
import { Select } from './controls';
import { legalOf } from './play';

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
  const stage = puzzles.stage.value;
  const open = stage !== 'solved' && stage !== 'shown';
  return (
    <>
      <div class="buttons">
        {open && (
          <button
            type="button"
            disabled={puzzles.busy.value}
            onClick={() => {
              puzzles.askHint().catch(complain);
            }}
          >
            {say.hint}
          </button>
        )}
        {open && (
          <button
            type="button"
            disabled={puzzles.busy.value}
            onClick={() => {
              puzzles.showSolution().catch(complain);
            }}
          >
            {say.solution}
          </button>
        )}
        <button type="button" onClick={puzzles.restart}>
          {say.try_again}
        </button>
      </div>
      <div class="buttons">
        <button type="button" onClick={() => puzzles.choose(puzzles.index.value - 1)}>
          {say.previous_puzzle}
        </button>
        <button type="button" class={open ? '' : 'primary'} onClick={puzzles.nextPuzzle}>
          {say.next_puzzle}
        </button>
        <button
          type="button"
          onClick={() => {
            analysis.open(emptyTree(puzzles.puzzle.value?.fen ?? null));
            show('analyse');
          }}
        >
          {say.open_in_analysis}
        </button>
      </div>
    </>
  );
}

export function PuzzlesPage() {
  useEffect(() => {
    puzzles.fetchPuzzles().catch(complain);
  }, []);
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
  const open = stage !== 'solved' && stage !== 'shown' && !puzzles.busy.value;
  const shapes: Shape[] =
    hint === null ? [] : [{ kind: 'arrow', from: originOf(hint), to: targetOf(hint), tone: 'hint', weight: 0.8 }];
  const all = puzzles.puzzles.value;
  const solved = all.filter((one) => puzzles.solved.value.has(one.fen)).length;
  return (
    <div class="page">
      <div class="stage">
        <Board
          pieces={afterMoves(current.fen, moves).pieces}
          flipped={puzzles.solver.value === 'black'}
          legal={open && seen !== null ? legalOf(seen) : []}
          onMove={(move) => {
            puzzles.tryMove(move).catch(complain);
          }}
          lastMove={moves[moves.length - 1] ?? null}
          checked={seen?.checked ?? null}
          shapes={shapes}
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
