// The frame around the pages: menu, language, notices, words for screen readers.

import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { engineTrouble } from '../app/engine';
import { language, site, words } from '../app/language';
import { announcement, dismiss, notice, offered } from '../app/notices';
import type { Page } from '../app/route';
import { page } from '../app/route';
import { connection, isGuest } from '../app/server';
import { backUp } from '../app/transfer';
import { LABELS } from '../board/outlines/labels';
import { PaintDefinitions } from '../board/paint';
import { change } from '../store/settings';
import { isChinese, LANGUAGE_NAMES, preferredChinese } from '../words/language';
import { AboutPage } from './about';
import { AnalysePage } from './analyse';
import { Chooser } from './chooser';
import { Question } from './controls';
import { EditorPage } from './editor';
import { GamesPage } from './games';
import { GUEST_MENU, guestAddress, NeedsOperator } from './guest';
import { HelpSheet } from './help';
import { lazy } from './lazy';
import { PlayPage } from './play';
import { PuzzlesPage } from './puzzles';
import { RetryPage } from './retry';
import { ReviewPage } from './review';
import { RoomPage } from './room';
import { SettingsPage } from './settings';
import { ShareSheet } from './share';

/** Which entry of the menu a page without one belongs to. */
const PARENTS: Partial<Record<Page, Page>> = { editor: 'analyse', retry: 'review', room: 'play' };

const MENU: readonly Exclude<Page, 'editor' | 'retry' | 'room'>[] = [
  'play',
  'analyse',
  'review',
  'puzzles',
  'learn',
  'games',
  'settings',
  'about',
];

const VIEWS: Record<Page, () => preact.JSX.Element> = {
  play: PlayPage,
  analyse: AnalysePage,
  review: ReviewPage,
  retry: RetryPage,
  puzzles: PuzzlesPage,
  learn: lazy('learn', () => import('./learn').then(({ ready }) => ready)),
  games: GamesPage,
  settings: SettingsPage,
  about: AboutPage,
  editor: EditorPage,
  room: RoomPage,
};

/** Pages whose heading is drawn by their view; that of the others is for those who listen. */
const WITH_HEADING: readonly Page[] = ['learn', 'games', 'settings', 'about'];

function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="-60 -60 120 120" aria-hidden="true">
      <rect x="-60" y="-60" width="120" height="120" rx="24" />
      <path d={LABELS.楚 ?? ''} transform="scale(0.44)" />
    </svg>
  );
}

function Header() {
  const say = words.value;
  const other = isChinese(language.value) ? 'en' : preferredChinese(navigator.languages);
  const bar = useRef<HTMLElement>(null);
  const now = page.value;
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [now]);
  return (
    <header class="header">
      <button
        type="button"
        class="skip"
        onClick={() => document.querySelector<SVGElement>('[role="gridcell"][tabindex="0"]')?.focus()}
      >
        {say.skip}
      </button>
      <a class="brand" href={isGuest.value ? guestAddress('room') : '#/play'}>
        <BrandMark />
        <span>{say.brand}</span>
      </a>
      <nav ref={bar} aria-label={say.main_menu}>
        {(isGuest.value ? GUEST_MENU : MENU).map((name) => {
          const here = name === now || name === PARENTS[now];
          return (
            <a
              key={name}
              href={isGuest.value ? guestAddress(name) : `#/${name}`}
              aria-current={here ? 'page' : undefined}
            >
              {say[name]}
            </a>
          );
        })}
      </nav>
      <button type="button" class="language" lang={other} onClick={() => change({ language: other })}>
        {other === 'en' ? LANGUAGE_NAMES.en : '中文'}
      </button>
    </header>
  );
}

function ConnectionNotice() {
  const state = connection.state.value;
  const say = words.value;
  if (state === 'open') return null;
  const trouble = engineTrouble.value;
  const lost = (trouble === null ? undefined : site.value?.trouble(trouble)) ?? say.connection_lost;
  return (
    <div class={`connection ${state}`} role="status">
      {state === 'lost' ? lost : say.connecting}
      {state === 'lost' && trouble === null && <span class="connection-more"> {say.connection_lost_more}</span>}
    </div>
  );
}

/** A page that fails does not take the others with it, nor what the user has stored. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary((fault) => console.error(fault));
  const say = words.value;
  if (error === undefined) return <>{children}</>;
  return (
    <div class="text-page" role="alert">
      <p class="bad">{say.page_broken}</p>
      <p class="quiet">{String(error)}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={backUp}>
          {say.export_all}
        </button>
        <button type="button" onClick={reset}>
          {say.try_again}
        </button>
      </div>
    </div>
  );
}

/** The menu, and the page once what was stored is there. */
export function App({ isLoaded }: { isLoaded: ReadonlySignal<boolean> }) {
  // A page begins at its top, wherever the last one was left.
  useEffect(() => scrollTo(0, 0), [page.value]);
  const View = isGuest.value && !GUEST_MENU.includes(page.value) ? NeedsOperator : VIEWS[page.value];
  const now = notice.value;
  const offer = offered.value;
  return (
    <>
      <PaintDefinitions />
      <Header />
      <ConnectionNotice />
      <main id="main">
        {!WITH_HEADING.includes(page.value) && <h1 class="unseen">{words.value[page.value]}</h1>}
        {isLoaded.value && (
          <Guarded key={page.value}>
            <View />
          </Guarded>
        )}
      </main>
      <div class="notices">
        {offer !== null && (
          <div class="notice offer" role="status">
            <span>{offer.text}</span>
            <button type="button" onClick={offer.run}>
              {offer.label}
            </button>
            <button type="button" class="close" aria-label={words.value.dismiss} onClick={dismiss}>
              ×
            </button>
          </div>
        )}
        {now !== null && (
          <div class={`notice${now.bad ? ' bad' : ''}`} role={now.bad ? 'alert' : 'status'}>
            {now.text}
          </div>
        )}
      </div>
      <div class="unseen" aria-live="polite">
        {announcement.value}
      </div>
      <Question />
      <HelpSheet />
      <Chooser />
      <ShareSheet />
    </>
  );
}
