// Small parts that every page uses: labelled fields, keys for stepping through a game, a question.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { desk, words } from '../app/language';
import { showHelp } from './help';

export function Select<T extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly { value: T; text: string }[];
  onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(value)}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={String(option.value)}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Check({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

export function NumberField({
  label,
  value,
  low,
  high,
  onChange,
}: {
  label: string;
  value: number;
  low: number;
  high: number;
  onChange: (value: number) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min={low}
        max={high}
        value={value}
        onChange={(event) => onChange(Math.min(high, Math.max(low, Number(event.currentTarget.value) || low)))}
      />
    </label>
  );
}

export function Panel({ title, children, open }: { title: string; children: ComponentChildren; open?: boolean }) {
  if (open === undefined) {
    return (
      <section class="panel">
        <h2>{title}</h2>
        {children}
      </section>
    );
  }
  return (
    <details class="panel" open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

export interface Steps {
  first(): void;
  previous(): void;
  next(): void;
  last(): void;
  flip(): void;
  /** What other keys do on the page, by the name of the key. */
  keys?: Readonly<Record<string, () => void>>;
}

/** Drawn, because not every font has the signs. */
const STEP_SIGNS = {
  first: 'M5 5V19M19 5L9 12L19 19Z',
  previous: 'M17 5L7 12L17 19Z',
  next: 'M7 5L17 12L7 19Z',
  last: 'M19 5V19M5 5L15 12L5 19Z',
  flip: 'M8 20V5L4 9M8 5L12 9M16 4V19L12 15M16 19L20 15',
};

export function StepButtons({ steps, more }: { steps: Steps; more?: ComponentChildren }) {
  const say = words.value;
  const labels = {
    first: say.first_move,
    previous: say.previous_move,
    next: say.next_move,
    last: say.last_move,
    flip: say.flip,
  };
  return (
    <div class="buttons steps">
      {(['first', 'previous', 'next', 'last', 'flip'] as const).map((name) => (
        <button type="button" key={name} onClick={steps[name]} aria-label={labels[name]} title={labels[name]}>
          <svg class={`sign-${name}`} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d={STEP_SIGNS[name]} />
          </svg>
        </button>
      ))}
      {more}
      <button type="button" class="help-button" onClick={showHelp} aria-label={desk.value.keys_title} title="?">
        ?
      </button>
    </div>
  );
}

/** Keys of a page; not while something is being typed or a control has the focus that uses them. */
export function useStepKeys(steps: Steps): void {
  const latest = useRef(steps);
  latest.current = steps;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target as Element;
      if (
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        at.closest('input, textarea, select, dialog, [role="grid"]')
      )
        return;
      if (event.key === ' ' && at.closest('button, a, summary')) return;
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const actions: Record<string, (() => void) | undefined> = {
        ...latest.current.keys,
        ArrowLeft: latest.current.previous,
        ArrowRight: latest.current.next,
        ArrowUp: latest.current.first,
        ArrowDown: latest.current.last,
        f: latest.current.flip,
        Home: latest.current.first,
        End: latest.current.last,
        '?': showHelp,
      };
      const action = actions[name];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const question = signal<{ text: string; answer: (yes: boolean) => void } | null>(null);

/** Asks a question that needs a yes. */
export function ask(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    question.value = {
      text,
      answer: (yes) => {
        question.value = null;
        resolve(yes);
      },
    };
  });
}

export function Question() {
  const box = useRef<HTMLDialogElement>(null);
  const now = question.value;
  useEffect(() => {
    if (now !== null && box.current?.open === false) box.current.showModal();
  }, [now]);
  if (now === null) return null;
  return (
    <dialog ref={box} aria-label={now.text} onClose={() => question.value?.answer(false)}>
      <p>{now.text}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => now.answer(true)}>
          {words.value.yes}
        </button>
        <button type="button" onClick={() => now.answer(false)}>
          {words.value.no}
        </button>
      </div>
    </dialog>
  );
}
