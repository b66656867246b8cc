// The review of a game: graph, classed moves, accuracy, and for each weak move the better line.

import { retry, review } from '../app/controllers';
import { choose, playerIn, said, words } from '../app/language';
import { openInAnalysis, openRecordInAnalysis } from '../app/navigation';
import { notation } from '../app/notation';
import { show } from '../app/route';
import type { Shape } from '../board/shapes';
import { hintShape } from '../board/shapes';
import { afterMoves, readFen, START } from '../core/fen';
import { redStarts } from '../core/game';
import { moveText } from '../core/movetext';
import { notedGame } from '../core/notate';
import { readResult } from '../core/pack';
import { scoreText } from '../core/score';
import type { Side } from '../core/squares';
import type { Path, Tree } from '../core/tree';
import { mainPath, treeOf } from '../core/tree';
import { fillMoves } from '../core/why';
import type { LegalMove, MoveClass, Reviewed } from '../net/messages';
import type { ReviewGame } from '../state/review';
import { isWeak, NODES } from '../state/review';
import { games } from '../store/library';
import { whyWords } from '../words/why';
import type { Steps } from './controls';
import { Select, StepButtons, useStepKeys } from './controls';
import { EvaluationBar } from './evalbar';
import { GameBoard } from './gameboard';
import { Graph } from './graph';
import { MoveList } from './movelist';
import { isAway, NeedsServer } from './needsserver';
import { LoadBox } from './transfer';

const CLASSES: readonly MoveClass[] = ['best', 'only', 'good', 'book', 'inaccuracy', 'mistake', 'blunder'];

function Progress({ total }: { total: number }) {
  const say = words.value;
  const seen = review.results.value.filter((report) => report !== undefined).length;
  if (review.running.value) {
    return (
      <div class="progress">
        <progress max={total + 1} value={seen} aria-label={say.review_progress(seen, total + 1)} />
        <span class="quiet">{say.review_progress(seen, total + 1)}</span>
        <button type="button" onClick={() => review.stop()}>
          {say.review_stop}
        </button>
      </div>
    );
  }
  return (
    <div class="fields">
      <Select
        label={say.review_nodes}
        value={review.nodes.value}
        onChange={(value) => {
          review.nodes.value = value;
        }}
        options={NODES.map((value) => ({ value: value as number, text: say.nodes_choice(value) }))}
      />
      <button type="button" class="primary" disabled={total === 0 || isAway.value} onClick={() => review.start()}>
        {say.review_start}
      </button>
      {seen > 0 && seen <= total && (
        <button type="button" disabled={isAway.value} onClick={() => review.resume()}>
          {say.review_resume}
        </button>
      )}
      <NeedsServer />
    </div>
  );
}

function Summary() {
  const say = words.value;
  const done = review.done.value;
  if (done === null) return null;
  const accuracy = (side: Side) => `${Math.round(done.accuracy[side])} %`;
  return (
    <>
      {done.stopped && <p class="warning">{say.review_stopped}</p>}
      <table class="summary">
        <thead>
          <tr>
            <td />
            <th>{say.red}</th>
            <th>{say.black}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th>{say.accuracy}</th>
            <td>{accuracy('red')}</td>
            <td>{accuracy('black')}</td>
          </tr>
          {CLASSES.map((name) => {
            const red = done.counts.red[name] ?? 0;
            const black = done.counts.black[name] ?? 0;
            if (red + black === 0) return null;
            return (
              <tr key={name} class={`class-${name}`}>
                <th>{say[`class_${name}`]}</th>
                <td>{red}</td>
                <td>{black}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function treeOfGame(game: ReviewGame): Tree {
  const named: [string, string][] = [
    ['Red', game.red],
    ['Black', game.black],
  ];
  const tags = named.filter(([, name]) => name !== '');
  return treeOf(game.fen, game.moves, { tags, result: readResult(game.result) });
}

/** The game in the library if it is there, with all that is said in it; else what the review has. */
function openGame(game: ReviewGame, at: Path): void {
  const record = games.value.find(({ id }) => id === game.id);
  if (record === undefined) openInAnalysis(treeOfGame(game), at);
  else openRecordInAnalysis(record, at);
}

/** The moves of the line that is followed, and the ways through it. */
function FollowedMoves() {
  const why = choose(whyWords);
  const line = review.line.value;
  if (line === null) return null;
  const { kind, moves, made } = line;
  return (
    <div class={`followed ${kind}`} data-made={made}>
      <p class="followed-moves">
        <strong>{kind === 'punishment' ? why.punishing_line : why.better_line}</strong>{' '}
        <span class="quiet">{why.of_line(made, moves.length)}</span>{' '}
        {moves.map((move, index) => (
          <span key={`${index}-${move.move}`} class={index < made ? 'made' : 'to-come'}>
            {moveText(move, notation.value)}{' '}
          </span>
        ))}
      </p>
      <div class="buttons">
        <button type="button" disabled={made === 0} onClick={() => review.stepLine(-1)}>
          {why.line_back}
        </button>
        <button type="button" disabled={made === moves.length} onClick={() => review.stepLine(1)}>
          {why.line_on}
        </button>
        {review.isPlayingLine.value && (
          <button type="button" onClick={() => review.stopLine()}>
            {why.stop_line}
          </button>
        )}
        <button type="button" onClick={() => review.leaveLine()}>
          {why.back_to_game}
        </button>
      </div>
    </div>
  );
}

/** Why the move was weak, and the lines that show it. */
function Reason({ why }: { why: NonNullable<Reviewed['why']> }) {
  const say = choose(whyWords);
  const text = (move: LegalMove | undefined) => (move === undefined ? '' : moveText(move, notation.value));
  const moves = { reply: text(why.punishment[0]), better: text(why.better[0]) };
  return (
    <>
      {[why.cost, why.missed].map(
        (line) =>
          line != null && (
            <p key={line.words_en} class="why">
              {fillMoves(said(line), moves, notation.value)}
            </p>
          ),
      )}
      {review.line.value === null && (
        <div class="buttons">
          {why.punishment.length > 0 && (
            <button type="button" onClick={() => review.playLine('punishment')}>
              {say.play_punishment}
            </button>
          )}
          {why.better.length > 0 && (
            <button type="button" onClick={() => review.playLine('better')}>
              {say.play_better}
            </button>
          )}
        </div>
      )}
      <FollowedMoves />
    </>
  );
}

/** What there is to say about the move that led to the position shown. */
function Verdict({ ply }: { ply: number }) {
  const say = words.value;
  const report = review.results.value[ply];
  const before = review.results.value[ply - 1];
  const played = review.history.value[ply - 1];
  if (report === undefined || played === undefined || report.class == null) return null;
  const better = before?.best != null && before.best.move !== played.move ? before.best : null;
  return (
    <div class={`verdict class-${report.class}`}>
      <div role="status">
        <p>
          <strong>{moveText(played, notation.value)}</strong> · {say[`class_${report.class}`]} ·{' '}
          {scoreText(report.score)}
          {report.loss != null && report.loss >= 1 && (
            <span class="quiet"> · {say.chance_lost(report.loss.toFixed(0))}</span>
          )}
        </p>
        {better !== null && <p>{say.better_was(moveText(better, notation.value))}</p>}
      </div>
      {report.why != null && <Reason why={report.why} />}
    </div>
  );
}

function arrow(move: string, tone: 'hint' | 'user-c', weight: number): Shape {
  return { kind: 'arrow', from: move.slice(0, 2), to: move.slice(2), tone, weight };
}

/** The better move and the punishing one; in a line the next move of it. */
function shapesAt(ply: number): Shape[] {
  const line = review.line.value;
  if (line !== null) {
    const next = line.moves[line.made];
    return next === undefined ? [] : [arrow(next.move, line.kind === 'better' ? 'hint' : 'user-c', 0.7)];
  }
  const report = review.results.value[ply];
  if (!isWeak(report)) return [];
  const best = review.results.value[ply - 1]?.best;
  const reply = report?.why?.punishment[0];
  return [
    ...(best == null ? [] : [hintShape(best.move, 0.6)]),
    ...(reply === undefined ? [] : [arrow(reply.move, 'user-c', 0.5)]),
  ];
}

/** The board of a line that is followed; that of the game without one. */
function shownMoves(game: ReviewGame, ply: number): string[] {
  const line = review.line.value;
  if (line === null) return game.moves.slice(0, ply);
  const from = line.kind === 'better' ? ply - 1 : ply;
  return [...game.moves.slice(0, from), ...line.moves.slice(0, line.made).map(({ move }) => move)];
}

function load() {
  return (
    <section class="panel">
      <LoadBox />
    </section>
  );
}

export function ReviewPage() {
  const say = words.value;
  const game = review.game.value;
  const ply = review.ply.value;
  const count = game?.moves.length ?? 0;
  const flipped = review.flipped.value;
  const steps: Steps = {
    first: () => review.goTo(0),
    previous: () => (review.line.value === null ? review.goTo(ply - 1) : review.stepLine(-1)),
    next: () => (review.line.value === null ? review.goTo(ply + 1) : review.stepLine(1)),
    last: () => review.goTo(count),
    flip: () => review.flip(),
  };
  useStepKeys(steps);
  if (game === null) {
    return (
      <div class="page">
        <div class="stage">
          <GameBoard pieces={readFen(START)?.pieces ?? {}} flipped={false} />
        </div>
        <div class="side">
          <p class="quiet">{say.review_none}</p>
          {load()}
        </div>
      </div>
    );
  }
  const now = review.results.value[ply];
  const onBoard = shownMoves(game, ply);
  const isDone = !review.running.value && review.results.value.length > count;
  const known = review.history.value;
  const moves = known.length === count ? known : notedGame(game.fen, game.moves);
  return (
    <div class="page review-page">
      <div class="stage with-bar">
        <EvaluationBar score={now?.score ?? null} wdl={now?.wdl ?? null} flipped={flipped} />
        <GameBoard
          pieces={afterMoves(game.fen, onBoard).pieces}
          flipped={flipped}
          lastMove={onBoard[onBoard.length - 1] ?? null}
          shapes={shapesAt(ply)}
        />
        <StepButtons steps={steps} />
      </div>
      <div class="side">
        <section class="panel" aria-label={say.review}>
          {(game.red !== '' || game.black !== '') && (
            <h2>
              {playerIn(game.red) || say.red} – {playerIn(game.black) || say.black}{' '}
              <span class="quiet">{game.result}</span>
            </h2>
          )}
          {!isDone && <Progress total={count} />}
          <div class="buttons">
            <button
              type="button"
              class={isDone ? 'primary' : ''}
              disabled={review.results.value.length === 0}
              onClick={() => review.nextMistake()}
            >
              {say.next_mistake}
            </button>
            <button
              type="button"
              disabled={review.results.value.length === 0}
              onClick={() => {
                retry.open(review.stored());
                show('retry');
              }}
            >
              {choose(whyWords).retry}
            </button>
            <button type="button" onClick={() => openGame(game, mainPath(ply))}>
              {say.open_in_analysis}
            </button>
          </div>
          <Verdict ply={ply} />
          {review.results.value.length > 0 && (
            <Graph results={review.results.value} total={count} ply={ply} onChoose={(next) => review.goTo(next)} />
          )}
          <MoveList
            moves={moves}
            redStarts={redStarts(game.fen)}
            current={ply}
            classes={moves.map((_, index) => review.results.value[index + 1]?.class)}
            onChoose={(next) => review.goTo(next)}
          />
          {isDone && <Progress total={count} />}
        </section>
        {review.done.value !== null && (
          <section class="panel">
            <Summary />
          </section>
        )}
        {load()}
      </div>
    </div>
  );
}
