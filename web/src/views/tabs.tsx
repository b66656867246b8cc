// Tabs: one part of a page is shown, the others are a click or an arrow key away. Only what is shown is drawn.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Whether the window has room for the board and little else: then everything beside it is in tabs. */
export const isNarrow = signal(false);
const narrow = matchMedia('(max-width: 55.99rem), (max-height: 32rem)');
isNarrow.value = narrow.matches;
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});

export interface Tab<T extends string> {
  name: T;
  title: string;
  content: () => ComponentChildren;
}

export function Tabs<T extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string;
  tabs: readonly Tab<T>[];
  chosen: T;
  onChoose: (name: T) => void;
}) {
  const id = useId();
  const at = Math.max(
    0,
    tabs.findIndex(({ name }) => name === chosen),
  );
  const shown = tabs[at];
  const step = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <section class="panel tabbed" aria-label={label}>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map(({ name, title }) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === shown?.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown?.name ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tab-content" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown?.name}`} tabIndex={0}>
        {shown?.content()}
      </div>
    </section>
  );
}
