// A player's strip: who it is, whether they are to move, what they have captured, their clock. Its height never changes.

import { play } from '../app/controllers';
import { desk, words } from '../app/language';
import { PieceIcon } from '../board/pieces';
import { captured, grouped } from '../core/captured';
import { clockText, remaining } from '../core/clock';
import { piecesOf, sideToMove } from '../core/game';
import type { PlayGame } from '../core/playgame';
import type { Side } from '../core/squares';
import { otherSide } from '../core/squares';
import { settings } from '../store/settings';
import { pieceWords, playerName } from '../words/sentences';

/** What a side has captured up to the position that is shown. */
function Captured({ game, side }: { game: PlayGame; side: Side }) {
  const gone = captured(piecesOf(game, 0), piecesOf(game, play.shown.value), otherSide(side));
  const say = desk.value;
  const groups = grouped(gone);
  const list = groups.map(({ piece, count }) => {
    const name = pieceWords(piece, words.value);
    return count === 1 ? name : say.several(count, name);
  });
  if (gone.length === 0) return <span class="captured" data-count={0} />;
  return (
    <span
      class="captured"
      role="img"
      aria-label={say.captured(words.value[side], list.join(', '))}
      data-count={gone.length}
    >
      {groups.map(({ piece, count }) => (
        <span class="captured-group" key={piece}>
          {Array.from({ length: count }, (_, index) => (
            <PieceIcon key={index} piece={piece} look={settings.value} size={22} />
          ))}
        </span>
      ))}
    </span>
  );
}

function Time({ game, side }: { game: PlayGame; side: Side }) {
  if (game.clock === null) return null;
  void play.clockTick.value;
  const left = remaining(game.clock, side, Date.now());
  return (
    <span class={`time${left < 20_000 ? ' short' : ''}`} role="timer">
      {clockText(left)}
    </span>
  );
}

export function PlayerStrip({ game, side, place }: { game: PlayGame; side: Side; place: 'top' | 'bottom' }) {
  const active = game.outcome === null && sideToMove(game) === side;
  return (
    <div class={`player ${place}${active ? ' active' : ''}`}>
      <span class={`stone ${side}`} aria-hidden="true" />
      <span class="name">{playerName(game, side, words.value)}</span>
      <span class={`busy${active && play.thinking.value ? ' on' : ''}`}>
        {active && play.thinking.value && <span class="unseen">{words.value.thinking}</span>}
      </span>
      <Captured game={game} side={side} />
      <Time game={game} side={side} />
    </div>
  );
}
