// Pages that are loaded when they are first opened. Until then, and if they cannot be loaded, it is said.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { words } from '../app/language';
import type { Page } from '../app/route';

type View = () => preact.JSX.Element;

export function lazy(name: Page, load: () => Promise<View>): View {
  const view = signal<{ draw: View } | null>(null);
  const hasFailed = signal(false);
  return function LazyPage() {
    useEffect(() => {
      if (view.value !== null) return;
      hasFailed.value = false;
      load().then(
        (draw) => {
          view.value = { draw };
        },
        () => {
          hasFailed.value = true;
        },
      );
    }, []);
    const Draw = view.value?.draw;
    if (Draw !== undefined) return <Draw />;
    const say = words.value;
    return (
      <div class="text-page">
        <h1>{say[name]}</h1>
        <p class="quiet" role="status">
          {hasFailed.value ? say.page_failed : say.page_loading}
        </p>
      </div>
    );
  };
}
