// The frame around the pages: menu, language, notices, words for screen readers.

import { useEffect, useRef } from 'preact/hooks';
import { language, words } from '../app/language';
import { announcement, dismiss, notice, offered } from '../app/notices';
import type { Page } from '../app/route';
import { page } from '../app/route';
import { connection, isGuest } from '../app/server';
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
import { HelpSheet } from './help';
import { PlayPage } from './play';
import { PuzzlesPage } from './puzzles';
import { ReviewPage } from './review';
import { RoomPage } from './room';
import { SettingsPage } from './settings';

const MENU: readonly Exclude<Page, 'editor' | 'room'>[] = [
  'play',
  'analyse',
  'review',
  'puzzles',
  'games',
  'settings',
  'about',
];

const VIEWS: Record<Page, () => preact.JSX.Element> = {
  play: PlayPage,
  analyse: AnalysePage,
  review: ReviewPage,
  puzzles: PuzzlesPage,
  games: GamesPage,
  settings: SettingsPage,
  about: AboutPage,
  editor: EditorPage,
  room: RoomPage,
};

/** Pages whose heading is drawn by their view; that of the others is for those who listen. */
const WITH_HEADING: readonly Page[] = ['games', 'settings', 'about'];

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
      <a class="brand" href="#/play">
        <BrandMark />
        <span>{say.brand}</span>
      </a>
      <nav ref={bar} aria-label={say.main_menu}>
        {(isGuest.value ? [] : MENU).map((name) => {
          const here = now === name || (name === 'analyse' && now === 'editor') || (name === 'play' && now === 'room');
          return (
            <a key={name} href={`#/${name}`} aria-current={here ? 'page' : undefined}>
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
  if (state === 'open') return null;
  return (
    <div class={`connection ${state}`} role="status">
      {state === 'lost' ? words.value.connection_lost : words.value.connecting}
    </div>
  );
}

export function App() {
  const View = isGuest.value ? RoomPage : VIEWS[page.value];
  const now = notice.value;
  const offer = offered.value;
  return (
    <>
      <PaintDefinitions />
      <Header />
      <ConnectionNotice />
      <main id="main">
        {!WITH_HEADING.includes(page.value) && <h1 class="unseen">{words.value[page.value]}</h1>}
        <View key={page.value} />
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
    </>
  );
}
