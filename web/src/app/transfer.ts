// Files that come from outside, by a button or dropped on the page, and files that go out.

import { isBackup, readBackup, writeBackup } from '../store/backup';
import { files } from './controllers';
import { words } from './language';
import { complain, errorText, notify } from './notices';

export function download(name: string, content: string | Blob | Uint8Array<ArrayBuffer>, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Everything of the user's as a file. */
export function backUp(): void {
  writeBackup().then((text) => download('chuhe-backup.json', text, 'application/json'), complain);
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

/** A backup begins with a brace; nothing else that is read does. */
function backupText(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart().startsWith('{')
    ? new TextDecoder().decode(bytes)
    : '';
  return isBackup(text) ? text : null;
}

/** Settings and progress, which a backup brings along, are read at the start. */
function loadAnew(): void {
  setTimeout(() => location.reload(), 600);
}

/** Opens a file: a backup is taken in, a game is shown, several are offered. */
export async function openFile(file: File): Promise<void> {
  try {
    const bytes = await bytesOf(file);
    const backup = backupText(bytes);
    if (backup === null) {
      await files.open(bytes, file.name);
      return;
    }
    notify(words.value.imported((await readBackup(backup)) ?? 0));
    loadAnew();
  } catch (error) {
    complain(error);
  }
}

/** Takes files into the library: backups, and games of every format. */
export async function importFiles(list: readonly File[]): Promise<void> {
  let count = 0;
  let hasBackup = false;
  const faults: string[] = [];
  for (const file of list) {
    try {
      const bytes = await bytesOf(file);
      const backup = backupText(bytes);
      if (backup !== null) {
        count += (await readBackup(backup)) ?? 0;
        hasBackup = true;
        continue;
      }
      const read = await files.read(bytes, file.name);
      count += await files.keepAll(read);
      faults.push(...read.faults.map((fault) => `${file.name} ${fault}`));
    } catch (error) {
      faults.push(words.value.fact(file.name, errorText(error)));
    }
  }
  if (faults.length > 0) notify(words.value.imported_partly(count, faults.slice(0, 3).join(' · ')), true);
  else if (count > 0 || hasBackup) notify(words.value.imported(count));
  if (hasBackup) loadAnew();
}

/** Lets files be dropped anywhere on the page. */
export function watchDrops(): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const list = [...(event.dataTransfer?.files ?? [])];
    const first = list[0];
    if (first === undefined) return;
    void (list.length > 1 ? importFiles(list) : openFile(first));
  });
}
