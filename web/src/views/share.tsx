// The button that shares a game, and the box that it opens. What makes links, codes and pictures is loaded only then.

import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
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

export function ShareButton({ game }: { game: () => Shown }) {
  const say = shareWords(language.value);
  const [shown, setShown] = useState<Shown | null>(null);
  const [panel, setPanel] = useState<{ view: ComponentType<{ shown: Shown }> } | null>(null);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown !== null && box.current?.open === false) box.current.showModal();
  }, [shown, panel]);
  const open = () => {
    import('./sharepanel').then(({ SharePanel }) => {
      setPanel({ view: SharePanel });
      setShown(game());
    }, complain);
  };
  return (
    <>
      <button type="button" onClick={open}>
        {say.share}
      </button>
      {shown !== null && panel !== null && (
        <dialog ref={box} class="share" aria-label={say.share} onClose={() => setShown(null)}>
          <header>
            <h2>{say.share}</h2>
            <button type="button" class="close" aria-label={say.close} onClick={() => box.current?.close()}>
              ×
            </button>
          </header>
          <panel.view shown={shown} />
        </dialog>
      )}
    </>
  );
}
