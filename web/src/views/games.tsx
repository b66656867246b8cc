// The games that are kept in this browser; everything can be taken out as one file and brought back.

import { endOfLine, treeOf } from '../core/tree';
import * as analysis from '../state/analysis';
import { complain, notify } from '../state/notices';
import * as review from '../state/review';
import { show } from '../state/route';
import { connection } from '../state/server';
import type { GameRecord } from '../store/games';
import { deleteGame, download, exportAll, games, importAll } from '../store/games';
import { language, words } from '../words';
import { ask } from './controls';
import { FileButton } from './transfer';

function tagsOf(game: GameRecord): Record<string, string> {
  return { Red: game.red, Black: game.black, Result: game.result, Date: game.date.slice(0, 10).replace(/-/g, '.') };
}

function openInAnalysis(game: GameRecord): void {
  const tree = game.tree ?? treeOf(game.fen, game.moves, tagsOf(game));
  analysis.open(tree, endOfLine(tree));
  show('analyse');
}

function writePgn(game: GameRecord): void {
  const { fen, moves, rules } = game;
  connection
    .ask<'write_game'>({ type: 'write_game', format: 'pgn', tags: tagsOf(game), fen, moves, rules })
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
        <button type="button" onClick={() => openInAnalysis(game)}>
          {say.analyse}
        </button>
        <button
          type="button"
          onClick={() => {
            review.openGame(game);
            show('review');
          }}
        >
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
