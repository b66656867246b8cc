// The page for playing: board, players with clocks, moves, and what one can do in a game.

import { newGame, play } from '../app/controllers';
import { language, said, words } from '../app/language';
import { openInAnalysis, openInReview } from '../app/navigation';
import { notation } from '../app/notation';
import type { Shape } from '../board/shapes';
import { hintShape } from '../board/shapes';
import { clockText, remaining } from '../core/clock';
import { readFen, START } from '../core/fen';
import { piecesOf, redStarts, sideToMove } from '../core/game';
import { moveText } from '../core/movetext';
import { unpackTree } from '../core/pack';
import type { PlayGame } from '../core/playgame';
import { personOf, pliesToUndo } from '../core/playgame';
import { playersOf } from '../core/record';
import type { Side } from '../core/squares';
import { otherSide } from '../core/squares';
import { endOfLine } from '../core/tree';
import { contentOf } from '../state/play';
import { openingName } from '../words/language';
import { playerName, resultWords } from '../words/sentences';
import type { Steps } from './controls';
import { ask, StepButtons, useStepKeys } from './controls';
import { GameBoard } from './gameboard';
import { MoveList } from './movelist';
import { NewGameForm } from './newgame';
import { ShareButton } from './share';

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
      <span class="name">{playerName(game, side, words.value)}</span>
      {active && play.thinking.value && <span class="quiet">{words.value.thinking}</span>}
      {time}
    </div>
  );
}

function Status({ game }: { game: PlayGame }) {
  const say = words.value;
  const seen = play.seen.value;
  if (game.outcome !== null) {
    return (
      <div class="outcome" role="status" data-reason={game.outcome.reason}>
        <strong>{resultWords(game.outcome.winner, say)}</strong>
        <p>{said(game.outcome)}</p>
      </div>
    );
  }
  const name = openingName(language.value, seen?.opening ?? null);
  return (
    <div class="status" role="status">
      <p>
        <strong>{say.to_move(say[sideToMove(game)])}</strong>
        {seen?.checked != null && <span class="alarm">{say.in_check}</span>}
      </p>
      {seen?.warning != null && <p class="warning">{said(seen.warning)}</p>}
      {seen != null && seen.repetition > 1 && <p class="quiet">{say.repeated(seen.repetition)}</p>}
      {name !== '' && (
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
  const content = contentOf(game, words.value);
  return (
    <div class="buttons actions">
      <ShareButton
        game={() => ({
          tree: unpackTree(content.tree),
          path: new Array<number>(play.shown.value).fill(0),
          flipped: play.flipped.value,
        })}
      />
      <button type="button" onClick={() => play.undo()} disabled={pliesToUndo(game) === 0}>
        {say.undo}
      </button>
      {!over && (
        <button type="button" onClick={() => play.askHint()} disabled={play.thinking.value}>
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
          onClick={() =>
            openInReview({
              fen: game.fen,
              moves: game.moves,
              rules: game.rules,
              ...playersOf(content.tree),
              id: game.id,
            })
          }
        >
          {say.review_game}
        </button>
      )}
      {over && (
        <button
          type="button"
          onClick={() => {
            const tree = unpackTree(content.tree);
            openInAnalysis(tree, endOfLine(tree));
          }}
        >
          {say.analyse_game}
        </button>
      )}
      <button
        type="button"
        onClick={() => {
          newGame.choosing.value = true;
        }}
      >
        {say.new_game}
      </button>
    </div>
  );
}

function shapesOf(live: boolean): Shape[] {
  const move = play.hint.value;
  return move === null || !live ? [] : [hintShape(move, 0.8)];
}

export function PlayPage() {
  const game = play.game.value;
  const shown = play.shown.value;
  const steps: Steps = {
    first: () => play.goTo(0),
    previous: () => play.goTo(shown - 1),
    next: () => play.goTo(shown + 1),
    last: () => play.goTo(game?.moves.length ?? 0),
    flip: () => play.flip(),
  };
  useStepKeys(steps);
  const flipped = play.flipped.value;
  const bottom: Side = flipped ? 'black' : 'red';
  if (game === null) {
    return (
      <div class="page">
        <div class="stage">
          <GameBoard pieces={readFen(START)?.pieces ?? {}} flipped={flipped} />
        </div>
        <div class="side">
          <NewGameForm onCancel={null} />
        </div>
      </div>
    );
  }
  const live = play.viewing.value === null;
  const seen = play.seen.value;
  return (
    <div class="page">
      <div class="stage">
        <PlayerStrip game={game} side={otherSide(bottom)} />
        <GameBoard
          pieces={piecesOf(game, shown)}
          flipped={flipped}
          legal={play.legal.value}
          onMove={(move) => play.makeMove(move)}
          lastMove={game.moves[shown - 1] ?? null}
          checked={live ? (seen?.checked ?? null) : null}
          chased={live ? (seen?.chased ?? []) : []}
          shapes={shapesOf(live)}
        />
        <PlayerStrip game={game} side={bottom} />
      </div>
      <div class="side">
        {newGame.choosing.value ? (
          <NewGameForm
            onCancel={() => {
              newGame.choosing.value = false;
            }}
          />
        ) : (
          <section class="panel" aria-label={words.value.play}>
            <Status game={game} />
            <MoveList
              moves={play.history.value}
              redStarts={redStarts(game.fen)}
              current={shown}
              onChoose={(ply) => play.goTo(ply)}
            />
            <StepButtons steps={steps} />
            <Actions game={game} />
          </section>
        )}
      </div>
    </div>
  );
}
