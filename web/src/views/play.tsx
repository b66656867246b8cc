// The page for playing: board, players with clocks, moves, and what one can do in a game.

import { newGame, play } from '../app/controllers';
import { desk, language, said, words } from '../app/language';
import { openInAnalysis, openInReview } from '../app/navigation';
import { notation } from '../app/notation';
import type { Shape } from '../board/shapes';
import { hintShape } from '../board/shapes';
import { readFen, START } from '../core/fen';
import { piecesOf, redStarts, sideToMove } from '../core/game';
import { moveText } from '../core/movetext';
import { noted } from '../core/notate';
import { unpackTree } from '../core/pack';
import type { PlayGame } from '../core/playgame';
import { personOf, pliesToUndo } from '../core/playgame';
import { playersOf } from '../core/record';
import type { Move, Side } from '../core/squares';
import { originOf, otherSide, targetOf } from '../core/squares';
import { endOfLine, mainPath } from '../core/tree';
import { contentOf } from '../state/play';
import { openingName } from '../words/language';
import { resultWords } from '../words/sentences';
import type { Steps } from './controls';
import { ask, StepButtons, useStepKeys } from './controls';
import { GameBoard } from './gameboard';
import { MoveList } from './movelist';
import { isAway } from './needsserver';
import { NewGameForm } from './newgame';
import { PlayerStrip } from './players';
import { ShareButton } from './share';

/** Whose turn it is, what follows from the moves, or how the game ended: a box of one size. */
function Status({ game }: { game: PlayGame }) {
  const say = words.value;
  const seen = play.seen.value;
  const ply = play.viewing.value;
  if (ply !== null) return <LookingBack game={game} ply={ply} />;
  if (game.outcome !== null) {
    return (
      <div class="outcome" data-reason={game.outcome.reason}>
        <strong>{resultWords(game.outcome.winner, say)}</strong> <span>{said(game.outcome)}</span>
      </div>
    );
  }
  const name = openingName(language.value, seen?.opening ?? null);
  const premove = play.premove.value;
  return (
    <div class="status" role="status">
      <p>
        <strong>{say.to_move(say[sideToMove(game)])}</strong>
        {seen?.checked != null && <span class="alarm">{say.in_check}</span>}
        {play.hint.value !== null && <span class="hint">{say.hint_says(meantText(game, play.hint.value))}</span>}
        {premove !== null && <span class="premove">{desk.value.premove_says(meantText(game, premove))}</span>}
      </p>
      {seen?.warning != null && <p class="warning">{said(seen.warning)}</p>}
      {seen != null && seen.repetition > 1 && <p class="quiet">{say.repeated(seen.repetition)}</p>}
      {name !== '' && <p class="quiet opening">{say.fact(say.opening, name)}</p>}
    </div>
  );
}

/** An earlier position is shown: whose turn it was there, and whose it is in the game. */
function LookingBack({ game, ply }: { game: PlayGame; ply: number }) {
  const say = words.value;
  const there = sideToMove({ fen: game.fen, moves: game.moves.slice(0, ply) });
  const place = desk.value.looking_back(ply, game.moves.length);
  return (
    <div class="status back" role="status">
      <p>
        <strong>{say.to_move(say[there])}</strong>
      </p>
      <p class="quiet">
        {game.outcome === null ? `${place}; ${desk.value.now_to_move(say[sideToMove(game)])}` : place}
      </p>
    </div>
  );
}

/** A move that has not been made yet. */
function meantText(game: PlayGame, move: Move): string {
  return moveText(noted(piecesOf(game, game.moves.length), move), notation.value);
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

/** What one can do, always in the same places; what makes no sense at the moment is disabled. */
function Actions({ game }: { game: PlayGame }) {
  const say = words.value;
  const over = game.outcome !== null;
  const busy = over || isAway.value || play.thinking.value;
  return (
    <div class="actions" role="group" aria-label={say.play}>
      <button type="button" onClick={() => play.undo()} disabled={pliesToUndo(game) === 0}>
        {say.undo}
      </button>
      <button type="button" onClick={() => play.askHint()} disabled={busy}>
        {say.hint}
      </button>
      <button type="button" onClick={() => drawAsked(game)} disabled={busy}>
        {say.offer_draw}
      </button>
      <button type="button" onClick={() => resignAsked(game)} disabled={over}>
        {say.resign}
      </button>
    </div>
  );
}

/** What comes after a game. */
function Afterwards({ game }: { game: PlayGame }) {
  const say = words.value;
  const over = game.outcome !== null;
  return (
    <div class="afterwards">
      <button
        type="button"
        onClick={() => {
          newGame.choosing.value = true;
        }}
      >
        {say.new_game}
      </button>
      <button
        type="button"
        class={over ? 'primary' : ''}
        disabled={!over}
        onClick={() => {
          const { fen, moves, rules, id } = game;
          openInReview({ fen, moves, rules, ...playersOf(contentOf(game, say).tree), id });
        }}
      >
        {say.review_game}
      </button>
      <button
        type="button"
        disabled={!over}
        onClick={() => {
          const tree = unpackTree(contentOf(game, say).tree);
          openInAnalysis(tree, endOfLine(tree));
        }}
      >
        {say.analyse_game}
      </button>
      <ShareButton
        game={() => ({
          tree: unpackTree(contentOf(game, say).tree),
          path: mainPath(play.shown.value),
          flipped: play.flipped.value,
        })}
      />
    </div>
  );
}

function shapesOf(isGoing: boolean): Shape[] {
  if (!isGoing) return [];
  const { hint, premove } = play;
  const meant = premove.value;
  return [
    ...(hint.value === null ? [] : [hintShape(hint.value, 0.8)]),
    ...(meant === null
      ? []
      : ([
          { kind: 'circle', at: originOf(meant), tone: 'premove' },
          { kind: 'arrow', from: originOf(meant), to: targetOf(meant), tone: 'premove', weight: 0.6 },
          { kind: 'circle', at: targetOf(meant), tone: 'premove' },
        ] satisfies Shape[])),
  ];
}

/** The board of the game. While the engine is to move, what is moved is a premove, and any press on the board cancels the last one. */
function PlayBoard({ game }: { game: PlayGame }) {
  const shown = play.shown.value;
  const live = play.viewing.value === null;
  const seen = play.seen.value;
  const premoves = play.premoves.value;
  const isGoing = live && game.outcome === null;
  return (
    <div
      class={`stage${premoves !== null ? ' premoving' : ''}`}
      onPointerDownCapture={(event) => {
        if (play.premove.value === null) return;
        play.cancelPremove();
        if (event.button === 2) event.stopPropagation();
      }}
    >
      <GameBoard
        pieces={piecesOf(game, shown)}
        flipped={play.flipped.value}
        legal={play.legal.value}
        premoves={premoves}
        onMove={(move) => (play.premoves.value === null ? play.makeMove(move) : play.setPremove(move))}
        lastMove={game.moves[shown - 1] ?? null}
        checked={live ? (seen?.checked ?? null) : null}
        chased={isGoing ? (seen?.chased ?? []) : []}
        shapes={shapesOf(isGoing)}
      />
    </div>
  );
}

const STEPS: Steps = {
  first: () => play.goTo(0),
  previous: () => play.goTo(play.shown.value - 1),
  next: () => play.goTo(play.shown.value + 1),
  last: () => play.goTo(play.game.value?.moves.length ?? 0),
  flip: () => play.flip(),
  keys: { Escape: () => play.cancelPremove() },
};

function GamePanel({ game }: { game: PlayGame }) {
  return (
    <section class="panel game-panel" aria-label={words.value.play}>
      <Status game={game} />
      <MoveList
        moves={play.history.value}
        redStarts={redStarts(game.fen)}
        current={play.shown.value}
        onChoose={(ply) => play.goTo(ply)}
      />
      <StepButtons steps={STEPS} />
      <Actions game={game} />
      <Afterwards game={game} />
    </section>
  );
}

export function PlayPage() {
  const game = play.game.value;
  useStepKeys(STEPS);
  const bottom: Side = play.flipped.value ? 'black' : 'red';
  const choosing = newGame.choosing.value || game === null;
  return (
    <div class="desk">
      <div class={`desk-grid play${choosing ? ' choosing' : ''}${game === null ? ' first' : ''}`}>
        {game !== null && <PlayerStrip game={game} side={otherSide(bottom)} place="top" />}
        {game === null ? (
          <div class="stage">
            <GameBoard pieces={readFen(START)?.pieces ?? {}} flipped={play.flipped.value} />
          </div>
        ) : (
          <PlayBoard game={game} />
        )}
        <div class="side">
          {choosing ? (
            <NewGameForm
              onCancel={
                game === null
                  ? null
                  : () => {
                      newGame.choosing.value = false;
                    }
              }
            />
          ) : (
            <GamePanel game={game} />
          )}
        </div>
        {game !== null && <PlayerStrip game={game} side={bottom} place="bottom" />}
      </div>
    </div>
  );
}
