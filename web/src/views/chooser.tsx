// The games of a file that holds several: one is opened, or all are put into the library.

import { useEffect, useRef } from 'preact/hooks';
import { files } from '../app/controllers';
import { locale, words } from '../app/language';
import { complain, notify } from '../app/notices';
import { packedLength } from '../core/pack';
import { tagOf } from '../core/tree';
import type { ReadFile, ReadGame } from '../state/files';
import { dateText } from '../words/dates';

/** The most games that are offered one by one. */
const SHOWN = 500;

function Entry({ game, index }: { game: ReadGame; index: number }) {
  const say = words.value;
  const { tree } = game;
  const facts = [
    tagOf(tree, 'Event'),
    dateText(tagOf(tree, 'Date'), locale.value),
    say.moves_count(packedLength(tree)),
  ];
  return (
    <li>
      <button type="button" onClick={() => files.choose(index)}>
        <strong>
          {index + 1}. {tagOf(tree, 'Red') || say.red} – {tagOf(tree, 'Black') || say.black} {tree.result}
        </strong>
        <span class="quiet">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </button>
    </li>
  );
}

function keepAll(file: ReadFile): void {
  files.keepAll(file).then((count) => {
    files.close();
    notify(words.value.imported(count));
  }, complain);
}

export function Chooser() {
  const box = useRef<HTMLDialogElement>(null);
  const file = files.choosing.value;
  useEffect(() => {
    if (file !== null && box.current?.open === false) box.current.showModal();
  }, [file]);
  if (file === null) return null;
  const say = words.value;
  const title = say.games_in_file(file.games.length, file.name);
  return (
    <dialog class="chooser" ref={box} aria-label={title} onClose={() => files.close()}>
      <h2>{title}</h2>
      {file.faults.length > 0 && (
        <details class="bad" open={file.faults.length < 4}>
          <summary>{say.games_unreadable(file.faults.length)}</summary>
          <ul class="problems">
            {file.faults.slice(0, 50).map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </details>
      )}
      {file.games.length > SHOWN && <p class="quiet">{say.first_of_many(SHOWN, file.games.length)}</p>}
      <ol class="choices">
        {file.games.slice(0, SHOWN).map((game, index) => (
          <Entry key={index} game={game} index={index} />
        ))}
      </ol>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => keepAll(file)}>
          {say.keep_all}
        </button>
        <button type="button" onClick={() => files.close()}>
          {say.cancel}
        </button>
      </div>
    </dialog>
  );
}
