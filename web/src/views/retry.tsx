// Mistakes of one's own games, to be played better: the position before each, and what the engine says of a move.

import { useEffect } from 'preact/hooks';
import { retry, review } from '../app/controllers';
import { choose, language, playerIn, words } from '../app/language';
import { notation } from '../app/notation';
import { show } from '../app/route';
import type { Shape } from '../board/shapes';
import { hintShape } from '../board/shapes';
import { afterMoves } from '../core/fen';
import { moveText } from '../core/movetext';
import { noted } from '../core/notate';
import { fillMoves } from '../core/why';
import { wordsIn } from '../words/language';
import { whyWords } from '../words/why';
import { GameBoard } from './gameboard';

function Message() {
  const say = words.value;
  const why = choose(whyWords);
  const stage = retry.stage.value;
  const tried = retry.tried.value;
  const mistake = retry.mistake.value;
  const name = tried === null ? '' : moveText(tried.move, notation.value);
  const cost = tried?.answer.why;
  const first = cost?.punishment[0];
  const reason =
    cost === undefined || first === undefined
      ? ''
      : fillMoves(wordsIn(language.value, cost.cost), { reply: moveText(first, notation.value) }, notation.value);
  const texts = {
    solving: '',
    judging: why.retry_judging,
    wrong: tried === null ? '' : why.retry_wrong(name, say[`class_${tried.answer.class}`]),
    solved: why.retry_right(name),
    shown: mistake === null ? '' : why.retry_shown(moveText(mistake.better, notation.value)),
  };
  const tone = stage === 'wrong' ? 'bad' : stage === 'solved' ? 'good' : 'quiet';
  return (
    <div class="retry-message" role="status" data-stage={stage}>
      <p class={`message ${tone}`}>{texts[stage]}</p>
      {stage === 'wrong' && reason !== '' && <p class="why">{reason}</p>}
    </div>
  );
}

/** Why the move of the game was a mistake: said once the mistake has been dealt with. */
function Reason() {
  const mistake = retry.mistake.value;
  const stage = retry.stage.value;
  if (mistake?.why == null || (stage !== 'solved' && stage !== 'shown')) return null;
  const { cost, missed, punishment, better } = mistake.why;
  const text = (move: (typeof punishment)[number] | undefined) =>
    move === undefined ? '' : moveText(move, notation.value);
  const moves = { reply: text(punishment[0]), better: text(better[0]) };
  const said = [cost, ...(missed == null ? [] : [missed])].map((line) => wordsIn(language.value, line));
  const played = retry.playedText.value;
  const before = played === null ? '' : choose(whyWords).retry_game_move(moveText(played, notation.value));
  return (
    <p class="why quiet">
      {before} {fillMoves(said.join(language.value === 'en' ? ' ' : ''), moves, notation.value)}
    </p>
  );
}

function Buttons() {
  const why = choose(whyWords);
  const stage = retry.stage.value;
  const isOver = stage === 'solved' || stage === 'shown';
  const isOnly = (retry.mistakes.value?.length ?? 0) < 2;
  return (
    <>
      <div class="buttons">
        {!isOver && (
          <button type="button" disabled={stage === 'judging'} onClick={() => retry.show()}>
            {why.retry_show}
          </button>
        )}
        {isOver && (
          <button type="button" onClick={() => retry.restart()}>
            {why.retry_again}
          </button>
        )}
        <button type="button" disabled={isOnly} onClick={() => retry.previous()}>
          {why.retry_previous}
        </button>
        <button type="button" class={isOver ? 'primary' : ''} disabled={isOnly} onClick={() => retry.next()}>
          {why.retry_next}
        </button>
      </div>
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            const mistake = retry.mistake.value;
            if (mistake === null) return;
            review.openAt(mistake.game, mistake.ply + 1);
            show('review');
          }}
        >
          {why.retry_open}
        </button>
        {retry.only.value !== null && (
          <button type="button" onClick={() => retry.open(null)}>
            {why.retry_all_games}
          </button>
        )}
      </div>
    </>
  );
}

function shapes(): Shape[] {
  const mistake = retry.mistake.value;
  if (mistake === null) return [];
  if (retry.stage.value === 'shown') return [hintShape(mistake.better.move, 0.8)];
  const reply = retry.stage.value === 'wrong' ? retry.tried.value?.answer.reply : null;
  return reply == null
    ? []
    : [{ kind: 'arrow', from: reply.slice(0, 2), to: reply.slice(2), tone: 'user-c', weight: 0.7 }];
}

export function RetryPage() {
  useEffect(() => {
    if (retry.mistakes.value === null) retry.open(null);
  }, []);
  const say = words.value;
  const why = choose(whyWords);
  const list = retry.mistakes.value;
  const mistake = retry.mistake.value;
  if (list === null || mistake === null) {
    return (
      <div class="text-page">
        <h2>{why.retry_page}</h2>
        <p class="quiet">{list === null ? '' : retry.only.value === null ? why.retry_none : why.retry_none_here}</p>
        <div class="buttons">
          <button type="button" onClick={() => show('review')}>
            {say.review}
          </button>
        </div>
      </div>
    );
  }
  const { game, ply } = mistake;
  const stage = retry.stage.value;
  const made = stage === 'solved' ? retry.tried.value?.move.move : undefined;
  const moves = [...game.moves.slice(0, ply), ...(made === undefined ? [] : [made])];
  const played = retry.playedText.value ?? noted(afterMoves(game.fen, game.moves.slice(0, ply)).pieces, mistake.played);
  const tries = retry.history.value[mistake.key];
  return (
    <div class="page review-page">
      <div class="stage">
        <GameBoard
          pieces={afterMoves(game.fen, moves).pieces}
          flipped={retry.side.value === 'black'}
          legal={retry.legal.value}
          onMove={(move) => retry.tryMove(move)}
          lastMove={moves[moves.length - 1] ?? null}
          shapes={shapes()}
        />
      </div>
      <div class="side">
        <section class="panel retry" aria-label={why.retry_page}>
          <h2>{why.retry_task(say[retry.side.value])}</h2>
          <p class="quiet">
            {why.retry_played(moveText(played, notation.value), say[`class_${mistake.class}`])}
            {' · '}
            {why.retry_of(retry.index.value + 1, list.length)}
            {tries !== undefined && ` · ${why.retry_history(tries.tries)}`}
            {tries?.isSolved === true && stage !== 'solved' && ` · ${why.retry_solved_before}`}
          </p>
          <Message />
          <Reason />
          <Buttons />
        </section>
        <section class="panel">
          <p>{why.retry_solved(retry.solvedCount.value, list.length)}</p>
          <progress
            max={list.length}
            value={retry.solvedCount.value}
            aria-label={why.retry_solved(retry.solvedCount.value, list.length)}
          />
          {(game.red !== '' || game.black !== '') && (
            <p class="quiet">
              {playerIn(game.red) || say.red} – {playerIn(game.black) || say.black} {game.result}
            </p>
          )}
        </section>
      </div>
    </div>
  );
}
