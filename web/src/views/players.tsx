// A player's strip: who it is, whether they are to move, what they have captured, their clock. Its height never changes.
// Games against the engine and games in rooms have the same.

import type { ComponentChildren } from 'preact';
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
      aria-label={say.captured(words.value[side], list.join(words.value.comma))}
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

/** The strip itself; `left` are milliseconds on the clock, null without one. */
export function PlayerBox(props: {
  side: Side;
  place: 'top' | 'bottom';
  name: string;
  isActive: boolean;
  left: () => number | null;
  children?: ComponentChildren;
}) {
  const left = props.left();
  return (
    <div class={`player ${props.place}${props.isActive ? ' active' : ''}`} data-side={props.side}>
      <span class={`stone ${props.side}`} aria-hidden="true" />
      <span class="name">{props.name}</span>
      {props.children}
      {left !== null && (
        <span class={`time${left < 20_000 ? ' short' : ''}`} role="timer">
          {clockText(left)}
        </span>
      )}
    </div>
  );
}

/** The strip of a player of a game at this board. */
export function PlayerStrip({ game, side, place }: { game: PlayGame; side: Side; place: 'top' | 'bottom' }) {
  const isActive = game.outcome === null && sideToMove(game) === side;
  const isBusy = isActive && play.thinking.value;
  const left = () => {
    if (game.clock === null) return null;
    void play.clockTick.value;
    return remaining(game.clock, side, Date.now());
  };
  return (
    <PlayerBox side={side} place={place} name={playerName(game, side, words.value)} isActive={isActive} left={left}>
      <span class={`busy${isBusy ? ' on' : ''}`}>{isBusy && <span class="unseen">{words.value.thinking}</span>}</span>
      <Captured game={game} side={side} />
    </PlayerBox>
  );
}
