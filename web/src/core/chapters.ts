// The games of a folder in their order: its chapters.

import type { GameRecord } from './record';

/** The chapters of a folder; those without a place come first, the oldest before the newer. */
export function chaptersOf(records: readonly GameRecord[], folder: string): GameRecord[] {
  return records
    .filter((record) => record.folder === folder && record.deleted === null)
    .sort((one, other) => one.chapter - other.chapter || one.created - other.created || (one.id < other.id ? -1 : 1));
}

/** The place behind the last chapter. */
export function nextChapter(records: readonly GameRecord[], folder: string): number {
  return chaptersOf(records, folder).reduce((last, { chapter }) => Math.max(last, chapter), 0) + 1;
}

/** Which games get another place when one goes some steps down, or up if the steps are negative. */
export function moveChapter(
  chapters: readonly GameRecord[],
  id: string,
  steps: number,
): { id: string; chapter: number }[] {
  const from = chapters.findIndex((chapter) => chapter.id === id);
  const moved = chapters[from];
  if (moved === undefined) return [];
  const order = chapters.filter((chapter) => chapter !== moved);
  order.splice(Math.min(Math.max(0, from + steps), order.length), 0, moved);
  return order
    .map((record, index) => ({ id: record.id, chapter: index + 1, before: record.chapter }))
    .filter(({ chapter, before }) => chapter !== before)
    .map(({ id: changed, chapter }) => ({ id: changed, chapter }));
}
