// What the opening book knows of the position: moves, how often they were played, how they scored.

import { analysis } from '../app/controllers';
import { words } from '../app/language';
import { notation } from '../app/notation';
import { moveText } from '../core/movetext';
import { countText } from '../core/score';
import type { ExploredMove } from '../net/messages';

function Results({ move }: { move: ExploredMove }) {
  const sum = move.red + move.draw + move.black;
  if (sum === 0) return null;
  const percent = (value: number) => Math.round((value * 100) / sum);
  const label = `${percent(move.red)} / ${percent(move.draw)} / ${percent(move.black)} %`;
  return (
    <div class="results" role="img" aria-label={label} title={label}>
      <span class="share red" style={{ flexGrow: move.red }}>
        {percent(move.red) >= 18 ? `${percent(move.red)}` : ''}
      </span>
      <span class="share draw" style={{ flexGrow: move.draw }}>
        {percent(move.draw) >= 18 ? `${percent(move.draw)}` : ''}
      </span>
      <span class="share black" style={{ flexGrow: move.black }}>
        {percent(move.black) >= 18 ? `${percent(move.black)}` : ''}
      </span>
    </div>
  );
}

export function Explorer() {
  const say = words.value;
  const found = analysis.explored.value;
  if (found === null || found.moves.length === 0) return <p class="quiet">{say.book_empty}</p>;
  return (
    <table class="explorer">
      <thead>
        <tr>
          <th>{say.book_move}</th>
          <th>{say.book_games}</th>
          <th>{say.book_results}</th>
        </tr>
      </thead>
      <tbody>
        {found.moves.map((move) => (
          <tr key={move.move}>
            <td>
              <button type="button" class="link" onClick={() => analysis.play([move.move])}>
                {moveText(move, notation.value)}
              </button>
              {move.name != null && move.name !== '' && <span class="quiet name">{move.name}</span>}
            </td>
            <td class="figure">{countText(move.games)}</td>
            <td>
              <Results move={move} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
