// The page for playing: board, players with clocks, moves, and what one can do in a game.

import { Board } from '../board/board';
import type { Shape } from '../board/shapes';
import { clockText, remaining } from '../core/clock';
import { readFen, START } from '../core/fen';
import { moveText } from '../core/movetext';
import type { PlayGame } from '../core/playgame';
import { personOf, piecesOf, pliesToUndo, sideToMove } from '../core/playgame';
import type { Side } from '../core/squares';
import { originOf, otherSide, targetOf } from '../core/squares';
import { endOfLine, treeOf } from '../core/tree';
import * as analysis from '../state/analysis';
import { notation } from '../state/notation';
import * as play from '../state/play';
import * as review from '../state/review';
import { show } from '../state/route';
import { language, said, words } from '../words';
import type { Steps } from './controls';
import { ask, StepButtons, useStepKeys } from './controls';
import { MoveList } from './movelist';
import { choosing, NewGameForm } from './newgame';

function PlayerStrip({ game, side }: { game: PlayGame; side: Side }) {
  const active = game.outcome === null && sideToMove(game) === side;
  let time = null;
  if (game.clock !== null) {
    void play.clockTick.value;
    const left = remaining(game.clock, side, Date.now());
    time = (
      <span class={`time${left < 20_000 ? ' short' : ''}`} role="timer">
        {clockText(left)}
      </span>
    );
  }
  return (
    <div class={`player${active ? ' active' : ''}`}>
      <span class={`stone ${side}`} aria-hidden="true" />
      <span class="name">{play.playerName(game, side)}</span>
      {active && play.thinking.value && <span class="quiet">{words.value.thinking}</span>}
      {time}
    </div>
  );
}

function Status({ game }: { game: PlayGame }) {
  const say = words.value;
  const seen = play.seen.value;
  if (game.outcome !== null) {
    const { winner } = game.outcome;
    return (
      <div class="outcome" role="status" data-reason={game.outcome.reason}>
        <strong>{winner === null ? say.drawn : winner === 'red' ? say.red_wins : say.black_wins}</strong>
        <p>{said(game.outcome)}</p>
      </div>
    );
  }
  const opening = seen?.opening;
  const name =
    opening == null
      ? null
      : language.value === 'zh'
        ? (opening.name_zh ?? opening.name_en)
        : (opening.name_en ?? opening.name_zh);
  return (
    <div class="status" role="status">
      <p>
        <strong>{say.to_move(say[sideToMove(game)])}</strong>
        {seen?.checked != null && <span class="alarm">{say.in_check}</span>}
      </p>
      {seen?.warning != null && <p class="warning">{said(seen.warning)}</p>}
      {seen != null && seen.repetition > 1 && <p class="quiet">{say.repeated(seen.repetition)}</p>}
      {name != null && name !== '' && (
        <p class="quiet opening">
          {say.opening}: {name}
        </p>
      )}
      {play.hint.value !== null && <p class="hint">{say.hint_says(hintText(play.hint.value))}</p>}
    </div>
  );
}

function hintText(move: string): string {
  const known = play.seen.value?.legal.find((legal) => legal.move === move);
  return known === undefined ? move : moveText(known, notation.value);
}

function resignAsked(game: PlayGame): void {
  const side = personOf(game) ?? sideToMove(game);
  void ask(words.value.ask_resign).then((yes) => {
    if (yes) play.resign(side);
  });
}

function drawAsked(game: PlayGame): void {
  if (personOf(game) !== null) play.offerDraw();
  else
    void ask(words.value.ask_draw).then((yes) => {
      if (yes) play.agreeDraw();
    });
}

function Actions({ game }: { game: PlayGame }) {
  const say = words.value;
  const over = game.outcome !== null;
  const record = play.recordOf(game);
  return (
    <div class="buttons actions">
      <button type="button" onClick={play.undo} disabled={pliesToUndo(game) === 0}>
        {say.undo}
      </button>
      {!over && (
        <button type="button" onClick={play.askHint} disabled={play.thinking.value}>
          {say.hint}
        </button>
      )}
      {!over && (
        <button type="button" onClick={() => drawAsked(game)} disabled={play.thinking.value}>
          {say.offer_draw}
        </button>
      )}
      {!over && (
        <button type="button" onClick={() => resignAsked(game)}>
          {say.resign}
        </button>
      )}
      {over && (
        <button
          type="button"
          class="primary"
          onClick={() => {
            review.openGame(record);
            show('review');
          }}
        >
          {say.review_game}
        </button>
      )}
      {over && (
        <button
          type="button"
          onClick={() => {
            const tree = treeOf(game.fen, game.moves, { Red: record.red, Black: record.black, Result: record.result });
            analysis.open(tree, endOfLine(tree));
            show('analyse');
          }}
        >
          {say.analyse_game}
        </button>
      )}
      <button
        type="button"
        onClick={() => {
          choosing.value = true;
        }}
      >
        {say.new_game}
      </button>
    </div>
  );
}

function shapesOf(live: boolean): Shape[] {
  const move = play.hint.value;
  return move === null || !live
    ? []
    : [{ kind: 'arrow', from: originOf(move), to: targetOf(move), tone: 'hint', weight: 0.8 }];
}

export function PlayPage() {
  const game = play.game.value;
  const ply = play.viewing.value;
  const count = game?.moves.length ?? 0;
  const shown = ply ?? count;
  const goTo = (next: number) => {
    const at = Math.max(0, Math.min(count, next));
    play.viewing.value = at === count ? null : at;
  };
  const steps: Steps = {
    first: () => goTo(0),
    previous: () => goTo(shown - 1),
    next: () => goTo(shown + 1),
    last: () => goTo(count),
    flip: () => {
      play.flipped.value = !play.flipped.value;
    },
  };
  useStepKeys(steps);
  const flipped = play.flipped.value;
  const bottom: Side = flipped ? 'black' : 'red';
  if (game === null) {
    return (
      <div class="page">
        <div class="stage">
          <Board pieces={readFen(START)?.pieces ?? {}} flipped={flipped} />
        </div>
        <div class="side">
          <NewGameForm onCancel={null} />
        </div>
      </div>
    );
  }
  const live = ply === null;
  const seen = play.seen.value;
  const mine = game[sideToMove(game)].kind === 'person' && game.outcome === null && live;
  return (
    <div class="page">
      <div class="stage">
        <PlayerStrip game={game} side={otherSide(bottom)} />
        <Board
          pieces={piecesOf(game, shown)}
          flipped={flipped}
          legal={mine && seen !== null ? legalOf(seen) : []}
          onMove={play.playMove}
          lastMove={game.moves[shown - 1] ?? null}
          checked={live ? (seen?.checked ?? null) : null}
          chased={live ? (seen?.chased ?? []) : []}
          shapes={shapesOf(live)}
        />
        <PlayerStrip game={game} side={bottom} />
      </div>
      <div class="side">
        {choosing.value ? (
          <NewGameForm
            onCancel={() => {
              choosing.value = false;
            }}
          />
        ) : (
          <section class="panel" aria-label={words.value.play}>
            <Status game={game} />
            <MoveList
              moves={play.history.value}
              redStarts={(readFen(game.fen ?? START)?.side ?? 'red') === 'red'}
              current={shown}
              onChoose={goTo}
            />
            <StepButtons steps={steps} />
            <Actions game={game} />
          </section>
        )}
      </div>
    </div>
  );
}

const legalLists = new WeakMap<object, string[]>();

/** The list of moves of an answer, always the same one, so that the board sees when it is new. */
export function legalOf(seen: { legal: readonly { move: string }[] }): string[] {
  let list = legalLists.get(seen);
  if (list === undefined) {
    list = seen.legal.map((legal) => legal.move);
    legalLists.set(seen, list);
  }
  return list;
}
