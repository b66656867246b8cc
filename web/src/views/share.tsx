// The button that shares a game, and the box that it opens. The box belongs to the frame of the page: it stays open whatever
// becomes of the button, when the window is turned, say. What makes links, codes and pictures is loaded only then.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { language } from '../app/language';
import { complain } from '../app/notices';
import type { Path, Tree } from '../core/tree';
import { shareWords } from '../words/share';

/** What is shared: a game, the place that is shown, and from which side. */
export interface Shown {
  tree: Tree;
  path: Path;
  flipped: boolean;
}

const opened = signal<{ shown: Shown; Panel: ComponentType<{ shown: Shown }> } | null>(null);

export function ShareButton({ game }: { game: () => Shown }) {
  const open = () => {
    import('./sharepanel').then(({ SharePanel }) => {
      opened.value = { shown: game(), Panel: SharePanel };
    }, complain);
  };
  return (
    <button type="button" onClick={open}>
      {shareWords(language.value).share}
    </button>
  );
}

export function ShareSheet() {
  const say = shareWords(language.value);
  const box = useRef<HTMLDialogElement>(null);
  const now = opened.value;
  useEffect(() => {
    if (now !== null && box.current?.open === false) box.current.showModal();
  }, [now]);
  if (now === null) return null;
  const close = () => {
    opened.value = null;
  };
  return (
    <dialog ref={box} class="share" aria-label={say.share} onClose={close}>
      <header>
        <h2>{say.share}</h2>
        <button type="button" class="close" aria-label={say.close} onClick={() => box.current?.close()}>
          ×
        </button>
      </header>
      <now.Panel shown={now.shown} />
    </dialog>
  );
}
