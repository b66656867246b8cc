// The sheet of keys: opened by `?` or its button, closed by Escape, its button or a click beside it.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { desk } from '../app/language';

const isOpen = signal(false);

export function showHelp(): void {
  isOpen.value = true;
}

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <>
      {title !== '' && <h3>{title}</h3>}
      <dl class="keys">
        {rows.map(([key, meaning]) => (
          <>
            <dt key={key}>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd key={`${key}-meaning`}>{meaning}</dd>
          </>
        ))}
      </dl>
    </>
  );
}

export function HelpSheet() {
  const box = useRef<HTMLDialogElement>(null);
  const open = isOpen.value;
  useEffect(() => {
    if (open && box.current?.open === false) box.current.showModal();
  }, [open]);
  if (!open) return null;
  const say = desk.value;
  const close = () => {
    isOpen.value = false;
  };
  return (
    <dialog
      ref={box}
      class="help"
      aria-label={say.keys_title}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="help-content">
        <h2>{say.keys_title}</h2>
        <Rows title="" rows={say.keys} />
        <Rows title={say.keys_of_analysis} rows={say.analysis_keys} />
        <Rows title={say.keys_of_board} rows={say.board_keys} />
        <div class="buttons">
          <button type="button" class="primary" onClick={close}>
            {say.close}
          </button>
        </div>
      </div>
    </dialog>
  );
}
