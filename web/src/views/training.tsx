// Puzzles: rated, in a streak, of the day, missed ones; beside them endings and the history.

import { signal } from '@preact/signals';
import { locale, words } from '../app/language';
import { openInAnalysis } from '../app/navigation';
import { endings, puzzles, say } from '../app/puzzles';
import { connection } from '../app/server';
import { hintShape } from '../board/shapes';
import { afterMoves } from '../core/fen';
import { redStarts } from '../core/game';
import type { AttemptMode, PuzzleFilter } from '../core/puzzle';
import { dayOf, passes, THEMES } from '../core/puzzle';
import { emptyTree } from '../core/tree';
import { dateText } from '../words/dates';
import { Select, StepButtons, useStepKeys } from './controls';
import { EndingsPage } from './endings';
import { GameBoard } from './gameboard';
import { MoveList } from './movelist';
import { HistoryPage } from './puzzlehistory';

type Tab = Exclude<AttemptMode, 'again'> | 'endings' | 'history';
const TABS: readonly Tab[] = ['rated', 'streak', 'daily', 'missed', 'endings', 'history'];
const other = signal<'endings' | 'history' | null>(null);
const flipped = signal(false);

export async function loadTraining(): Promise<void> {
  await Promise.all([puzzles.load(), endings.load()]);
}

function Tabs() {
  const now: Tab | 'again' = other.value ?? puzzles.mode.value;
  const choose = (tab: Tab) => {
    if (tab === 'endings' || tab === 'history') {
      other.value = tab;
      return;
    }
    other.value = null;
    if (tab !== puzzles.mode.value) puzzles.chooseMode(tab);
  };
  return (
    <div class="buttons tabs" role="group" aria-label={say.value.tabs}>
      {TABS.map((tab) => (
        <button type="button" key={tab} aria-pressed={tab === now} onClick={() => choose(tab)}>
          {tab === 'endings' || tab === 'history' ? say.value[tab] : say.value.modes[tab]}
        </button>
      ))}
      <a class="button" href="#/retry">
        {words.value.retry}
      </a>
    </div>
  );
}

function Message() {
  const text = say.value;
  const stage = puzzles.stage.value;
  const hinted = puzzles.score.value === 0.5;
  const texts = {
    solving: text.solving,
    right: text.right,
    wrong: text.wrong,
    solved: hinted ? text.solved_hint : text.solved,
    shown: text.shown,
  };
  const tone = stage === 'wrong' ? 'bad' : stage === 'solving' || stage === 'shown' ? 'quiet' : 'good';
  const deviation = puzzles.other.value;
  const left = puzzles.movesLeft.value ?? 0;
  const notes = { mate: text.other_mate, longer: text.other_longer(left), win: text.other_win };
  const { current } = puzzles.log.streaks.value;
  const isOver = puzzles.mode.value === 'streak' && stage === 'shown';
  return (
    <p class={`message ${tone}`} role="status" data-stage={stage} data-score={puzzles.score.value ?? ''}>
      {deviation !== null && `${notes[deviation]} `}
      {isOver && `${text.streak_over(streakBefore())} `}
      {texts[stage]}
      {puzzles.mode.value === 'streak' && stage === 'solved' && ` ${words.value.fact(text.streak_now, current)}`}
    </p>
  );
}

/** The length of the streak that has just ended. */
function streakBefore(): number {
  const streak = puzzles.log.attempts.value.filter(({ mode }) => mode === 'streak');
  let count = 0;
  for (let index = streak.length - 2; index >= 0 && streak[index]?.score === 1; index--) count += 1;
  return count;
}

function Figures() {
  const text = say.value;
  const { log } = puzzles;
  const mode = puzzles.mode.value;
  const change = log.change.value;
  const counts = mode === 'rated' && puzzles.score.value !== null;
  return (
    <dl class="puzzle-figures">
      {mode === 'streak' ? (
        <>
          <dt>{text.streak_now}</dt>
          <dd class="streak-now">{log.streaks.value.current}</dd>
          <dt>{text.streak_best}</dt>
          <dd>{log.streaks.value.best}</dd>
        </>
      ) : (
        <>
          <dt>{text.your_rating}</dt>
          <dd>
            <span class="own-rating">{log.rating.value}</span>
            {counts && <span class={change < 0 ? 'bad' : 'good'}> {change < 0 ? `−${-change}` : `+${change}`}</span>}
            {log.isProvisional.value && <span class="quiet"> ({text.provisional})</span>}
          </dd>
        </>
      )}
      <dt>{text.puzzle_rating}</dt>
      <dd>{puzzles.puzzle.value?.rating}</dd>
    </dl>
  );
}

const FILTERS: readonly PuzzleFilter[] = ['all', 'mates', 'm1', 'm2', 'm3', 'm4', 'm5', 'tactics', ...THEMES];

function Filter() {
  const all = puzzles.puzzles.value ?? [];
  const tried = puzzles.log.tried.value;
  const options = FILTERS.flatMap((value) => {
    const list = all.filter((puzzle) => passes(puzzle, value));
    const done = list.filter(({ id }) => tried.has(id)).length;
    return list.length === 0 ? [] : [{ value, text: `${say.value.filters(value)} (${done}/${list.length})` }];
  });
  return (
    <Select
      label={say.value.filter}
      value={puzzles.filter.value}
      onChange={(filter) => puzzles.chooseFilter(filter)}
      options={options}
    />
  );
}

function Buttons() {
  const text = say.value;
  const open = !puzzles.isOver.value;
  const isAway = connection.state.value !== 'open';
  const mode = puzzles.mode.value;
  return (
    <>
      <div class="buttons">
        {open && mode !== 'streak' && (
          <button
            type="button"
            disabled={puzzles.busy.value || isAway}
            title={text.hint_costs}
            onClick={() => puzzles.askHint()}
          >
            {text.hint}
          </button>
        )}
        {open && (
          <button type="button" disabled={puzzles.busy.value || isAway} onClick={() => puzzles.showSolution()}>
            {text.solution}
          </button>
        )}
        {mode !== 'daily' && (!open || puzzles.score.value !== null) && (
          <button type="button" class={open ? '' : 'primary'} onClick={() => puzzles.next()}>
            {text.next}
          </button>
        )}
        {!open && (
          <button type="button" onClick={() => puzzles.restart()}>
            {text.restart}
          </button>
        )}
        {!open && (
          <button type="button" onClick={() => openInAnalysis(emptyTree(puzzles.puzzle.value?.fen ?? null))}>
            {text.analyse}
          </button>
        )}
      </div>
      {open && mode === 'rated' && <p class="quiet small">{text.hint_costs}</p>}
    </>
  );
}

/** The solution to step through, once it is over. */
function Solution() {
  const at = puzzles.step.value ?? puzzles.moves.value.length;
  const steps = {
    first: () => puzzles.goTo(0),
    previous: () => puzzles.goTo(at - 1),
    next: () => puzzles.goTo(at + 1),
    last: () => puzzles.goTo(puzzles.moves.value.length),
    flip: () => {
      flipped.value = !flipped.value;
    },
  };
  useStepKeys(steps);
  if (!puzzles.isOver.value || puzzles.list.value.length === 0) return null;
  return (
    <section class="panel solution" aria-label={say.value.solution}>
      <h2>{say.value.solution}</h2>
      <MoveList
        moves={puzzles.list.value}
        redStarts={redStarts(puzzles.puzzle.value?.fen ?? null)}
        current={at}
        onChoose={(ply) => puzzles.goTo(ply)}
      />
      <StepButtons steps={steps} />
    </section>
  );
}

function Facts() {
  const puzzle = puzzles.puzzle.value;
  if (puzzle === null || !puzzles.isOver.value) return null;
  const text = say.value;
  return (
    <p class="quiet">
      {puzzle.themes.length > 0 && (
        <>
          {words.value.fact(text.themes, puzzle.themes.map((theme) => text.filters(theme)).join(words.value.comma))} ·{' '}
        </>
      )}
      {words.value.fact(text.source, text.sources[puzzle.source])}
    </p>
  );
}

function PuzzleBoard() {
  const text = say.value;
  const puzzle = puzzles.puzzle.value;
  const mode = puzzles.mode.value;
  if (puzzle === null) {
    return (
      <div class="side">
        <section class="panel">
          <Tabs />
          <p class="message">{mode === 'missed' ? text.none_missed : text.none}</p>
        </section>
      </div>
    );
  }
  const moves = puzzles.shown.value;
  const hint = puzzles.hint.value;
  const side = words.value[puzzles.solver.value];
  return (
    <>
      <div class="stage">
        <GameBoard
          pieces={afterMoves(puzzle.fen, moves).pieces}
          flipped={(puzzles.solver.value === 'black') !== flipped.value}
          legal={puzzles.legal.value}
          onMove={(move) => puzzles.tryMove(move)}
          lastMove={moves[moves.length - 1] ?? null}
          checked={puzzles.seen.value?.checked ?? null}
          shapes={hint === null ? [] : [hintShape(hint, 0.8)]}
        />
      </div>
      <div class="side">
        <section class="panel" aria-label={words.value.puzzles}>
          <Tabs />
          <h2>{puzzle.mateIn === null ? text.task_win(side) : text.task_mate(side, puzzle.mateIn)}</h2>
          {mode === 'daily' && <p class="quiet">{text.day(dateText(dayOf(Date.now()), locale.value))}</p>}
          {mode === 'missed' && <p class="quiet">{text.missed_left(puzzles.missed.value.length)}</p>}
          {mode === 'again' && <p class="quiet">{text.modes.again}</p>}
          <Message />
          <Buttons />
          <Facts />
        </section>
        <Solution />
        <section class="panel">
          <Figures />
          {(mode === 'rated' || mode === 'again') && <Filter />}
        </section>
      </div>
    </>
  );
}

export function TrainingPage() {
  if (other.value === 'history') {
    return (
      <div class="text-page">
        <Tabs />
        <HistoryPage
          open={(id) => {
            other.value = null;
            puzzles.openAgain(id);
          }}
        />
      </div>
    );
  }
  if (other.value === 'endings') return <EndingsPage tabs={<Tabs />} />;
  return (
    <div class="page">
      <PuzzleBoard />
    </div>
  );
}
