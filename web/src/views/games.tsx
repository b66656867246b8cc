// The games that are kept in this browser; everything can be taken out as one file and brought back.

import { language, words } from '../app/language';
import { openInAnalysis, openInReview } from '../app/navigation';
import { complain, notify } from '../app/notices';
import { connection } from '../app/server';
import { fieldsOf } from '../core/game';
import type { GameRecord } from '../core/record';
import { tagsOf } from '../core/record';
import { endOfLine, treeOf } from '../core/tree';
import { deleteGame, exportAll, games, importAll } from '../store/games';
import { ask } from './controls';
import { download, FileButton } from './transfer';

function datedTags(game: GameRecord): Record<string, string> {
  return { ...tagsOf(game), Date: game.date.slice(0, 10).replace(/-/g, '.') };
}

function analyse(game: GameRecord): void {
  const tree = game.tree ?? treeOf(game.fen, game.moves, datedTags(game));
  openInAnalysis(tree, endOfLine(tree));
}

function writePgn(game: GameRecord): void {
  connection
    .ask({ type: 'write_game', format: 'pgn', tags: datedTags(game), ...fieldsOf(game) })
    .then(({ text }) => download(`${game.date.slice(0, 10)}.pgn`, text), complain);
}

function GameCard({ game }: { game: GameRecord }) {
  const say = words.value;
  const verdict = language.value === 'zh' ? game.words_zh : game.words_en;
  return (
    <li class="panel game-card">
      <p>
        <strong>
          {game.red || say.red} – {game.black || say.black}
        </strong>{' '}
        <span class="result">{game.result}</span>
      </p>
      <p class="quiet">
        {new Date(game.date).toLocaleString(language.value)} · {say.moves_count(game.moves.length)}
        {verdict !== '' && <> · {verdict}</>}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => analyse(game)}>
          {say.analyse}
        </button>
        <button type="button" onClick={() => openInReview(game)}>
          {say.review}
        </button>
        <button type="button" onClick={() => writePgn(game)}>
          {say.format_pgn}
        </button>
        <button
          type="button"
          onClick={() => {
            void ask(say.ask_delete).then((yes) => {
              if (yes) deleteGame(game.id).catch(complain);
            });
          }}
        >
          {say.delete_game}
        </button>
      </div>
    </li>
  );
}

function takeIn(text: string): void {
  importAll(text).then((count) => {
    if (count === null) {
      notify(words.value.import_bad, true);
    } else {
      notify(words.value.imported(count));
      setTimeout(() => location.reload(), 600);
    }
  }, complain);
}

export function GamesPage() {
  const say = words.value;
  return (
    <div class="text-page">
      <h1>{say.games}</h1>
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            exportAll().then((text) => download('chuhe-games.json', text, 'application/json'), complain);
          }}
        >
          {say.export_all}
        </button>
        <FileButton label={say.import_file} onText={takeIn} />
      </div>
      {games.value.length === 0 && <p class="quiet">{say.games_none}</p>}
      <ul class="cards">
        {games.value.map((game) => (
          <GameCard key={game.id} game={game} />
        ))}
      </ul>
    </div>
  );
}
