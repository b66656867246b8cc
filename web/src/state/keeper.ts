// Keeps one game in the library as it changes: one write at a time, always of the newest content. A change
// that somebody else made to its name or folder is taken over; one of the game itself is a conflict, which
// whoever uses it decides.

import type { GameRecord } from '../core/record';
import type { Environment } from './environment';

function sameContent(one: GameRecord, other: GameRecord): boolean {
  return JSON.stringify([one.tree, one.play]) === JSON.stringify([other.tree, other.play]);
}

export class Keeper {
  /** The game as it is here, with the revision that it was last stored with. */
  record: GameRecord;
  /** What was last stored. */
  private stored: GameRecord;
  private isDirty = false;
  private writing: Promise<void> | null = null;
  private callOff: (() => void) | null = null;
  private isClosed = false;

  constructor(
    private readonly environment: Environment,
    record: GameRecord,
    /** There is a newer version that says something else. Nothing more is stored by this keeper. */
    private readonly onConflict: (newer: GameRecord, own: GameRecord) => void,
    private readonly onStored: () => void = () => undefined,
  ) {
    this.record = record;
    this.stored = record;
  }

  get isChanged(): boolean {
    return this.isDirty || this.writing !== null;
  }

  change(part: Partial<GameRecord>, delay = 0): void {
    if (this.isClosed) return;
    this.record = { ...this.record, ...part };
    this.isDirty = true;
    if (this.callOff !== null) return;
    this.callOff = this.environment.time.after(delay, () => {
      this.callOff = null;
      void this.flush();
    });
  }

  /** Stores what has not been stored yet. */
  async flush(): Promise<void> {
    this.callOff?.();
    this.callOff = null;
    this.writing ??= this.write().finally(() => {
      this.writing = null;
      this.onStored();
    });
    await this.writing;
  }

  /** Others have stored a version. True if it has to be shown: there is nothing here that it would replace. */
  hear(newer: GameRecord): boolean {
    if (newer.id !== this.record.id || newer.revision <= this.record.revision || this.isClosed) return false;
    if (sameContent(newer, this.stored)) {
      this.rebase(newer);
      return false;
    }
    // Else the next write finds it.
    if (this.isChanged) return false;
    this.record = newer;
    this.stored = newer;
    return true;
  }

  private rebase(newer: GameRecord): void {
    const { revision, name, folder, chapter, deleted } = newer;
    this.record = { ...this.record, revision, name, folder, chapter, deleted };
    this.stored = newer;
  }

  private async write(): Promise<void> {
    const { library, notices } = this.environment;
    try {
      while (this.isDirty && !this.isClosed) {
        this.isDirty = false;
        const { isStored, record } = await library.put(this.record);
        if (isStored) {
          this.record = { ...this.record, revision: record.revision, changed: record.changed };
          this.stored = record;
        } else if (sameContent(record, this.stored)) {
          this.rebase(record);
          this.isDirty = true;
        } else {
          this.isClosed = true;
          this.onConflict(record, this.record);
        }
      }
    } catch (error) {
      this.isDirty = true;
      notices.complain(error);
    }
  }
}
