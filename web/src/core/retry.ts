// What became of one's own mistakes that were tried again.

/** What became of a mistake so far. */
export interface Tries {
  tries: number;
  isSolved: boolean;
  at: number;
}

export type History = Readonly<Record<string, Tries>>;

/** Both histories in one; of a mistake that both know, the newer, and what either has solved is solved. */
export function mergeHistories(one: History, other: History): History {
  const merged: Record<string, Tries> = { ...one };
  for (const [key, tries] of Object.entries(other)) {
    if (!Number.isFinite(tries?.at) || !Number.isFinite(tries.tries)) continue;
    const known = merged[key];
    const isNewer = known === undefined || known.at < tries.at || (known.at === tries.at && known.tries < tries.tries);
    const isSolved = tries.isSolved === true || known?.isSolved === true;
    merged[key] = { ...(isNewer ? tries : known), isSolved };
  }
  return merged;
}
