// The chapters of the folder that the open game is in: one after the other, chosen, and a new one.

import { analysis } from '../app/controllers';
import { playerIn, words } from '../app/language';
import { openRecordInAnalysis } from '../app/navigation';
import { complain } from '../app/notices';
import { chaptersOf, nextChapter } from '../core/chapters';
import { packTree } from '../core/pack';
import type { GameRecord } from '../core/record';
import { newRecord, playersOf } from '../core/record';
import { emptyTree } from '../core/tree';
import { addGames, games, readGame } from '../store/library';
import { settings } from '../store/settings';

export function titleOf(game: GameRecord): string {
  const say = words.value;
  const { red, black } = playersOf(game.tree);
  return game.name || `${playerIn(red) || say.red} – ${playerIn(black) || say.black}`;
}

async function addChapter(folder: string): Promise<void> {
  const chapter = nextChapter(games.value, folder);
  const name = `${words.value.chapter_new} ${chapter}`;
  const { rules } = settings.value;
  const record = newRecord({ kind: 'analysed', rules, tree: packTree(emptyTree()), folder, chapter, name }, Date.now());
  await analysis.flush();
  await addGames([record]);
  const stored = await readGame(record.id);
  if (stored !== undefined) openRecordInAnalysis(stored);
}

/** How many chapters before and behind the open one can be chosen: a folder may have tens of thousands. */
const AROUND = 150;

/** Nothing if the game is in no folder. */
export function ChapterBar() {
  const say = words.value;
  const id = analysis.recordId;
  const folder = games.value.find((game) => game.id === id)?.folder ?? '';
  if (id === null || folder === '') return null;
  const chapters = chaptersOf(games.value, folder);
  const place = chapters.findIndex((chapter) => chapter.id === id);
  const first = Math.max(0, place - AROUND);
  const step = (label: string, text: string, to: GameRecord | undefined) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && openRecordInAnalysis(to)}
    >
      {text}
    </button>
  );
  return (
    <nav class="chapters" aria-label={say.chapters}>
      <span class="folder-name">{folder}</span>
      {step(say.chapter_before, '‹', chapters[place - 1])}
      <select
        aria-label={say.chapters}
        value={id}
        onChange={(event) => {
          const chosen = chapters.find((chapter) => chapter.id === event.currentTarget.value);
          if (chosen !== undefined) openRecordInAnalysis(chosen);
        }}
      >
        {chapters.slice(first, place + AROUND).map((chapter, index) => (
          <option key={chapter.id} value={chapter.id}>
            {first + index + 1}. {titleOf(chapter)}
          </option>
        ))}
      </select>
      {step(say.chapter_after, '›', chapters[place + 1])}
      <button
        type="button"
        aria-label={say.chapter_new}
        title={say.chapter_new}
        onClick={() => void addChapter(folder).catch(complain)}
      >
        +
      </button>
    </nav>
  );
}
