// The page of puzzles and endings is loaded when it is first opened: most of a visit may not need it.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { words } from '../app/language';

type View = () => preact.JSX.Element;

const view = signal<View | null>(null);
const isRefused = signal(false);

async function load(): Promise<void> {
  isRefused.value = false;
  try {
    const { loadTraining, TrainingPage } = await import('./training');
    await loadTraining();
    view.value = TrainingPage;
  } catch {
    isRefused.value = true;
  }
}

export function PuzzlesPage() {
  useEffect(() => {
    if (view.value === null) void load();
  }, []);
  const Page = view.value;
  if (Page !== null) return <Page />;
  return (
    <div class="text-page">
      {isRefused.value ? (
        <>
          <p class="message bad">{words.value.puzzles_refused}</p>
          <button type="button" onClick={() => void load()}>
            {words.value.try_again}
          </button>
        </>
      ) : (
        <p class="quiet">{words.value.puzzles_loading}</p>
      )}
    </div>
  );
}
