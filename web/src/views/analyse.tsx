// The page for analysis: board with evaluation, engine, tree, opening book, games in and out.

import { signal } from '@preact/signals';
import { analysis } from '../app/controllers';
import { desk, language, playerIn, said, words } from '../app/language';
import { openInEditor, openInReview, playFrom } from '../app/navigation';
import type { Shape } from '../board/shapes';
import { afterMoves } from '../core/fen';
import { redStarts as isRedFirst } from '../core/game';
import { glyphText, JUDGING } from '../core/glyphs';
import { playersOf } from '../core/record';
import { weightOf } from '../core/score';
import { originOf, targetOf } from '../core/squares';
import { commentAt, emptyTree, endOfLine, movesTo, nodeAt, tagOf } from '../core/tree';
import { change, settings } from '../store/settings';
import { openingName } from '../words/language';
import { resultWords } from '../words/sentences';
import { ChapterBar } from './chapters';
import type { Steps } from './controls';
import { Select, StepButtons, useStepKeys } from './controls';
import { EnginePanel, EngineSettings } from './engine';
import { EvaluationBar } from './evalbar';
import { Explorer } from './explorer';
import { GameBoard } from './gameboard';
import { ShareButton } from './share';
import type { Tab } from './tabs';
import { isNarrow, Tabs } from './tabs';
import { LoadBox, WriteBox } from './transfer';
import { TreeView } from './treeview';

function engineShapes(redToMove: boolean): Shape[] {
  const lines = analysis.lines.value;
  const best = lines[0];
  if (best === undefined || !settings.value.arrows) return [];
  const shapes: Shape[] = [];
  for (const line of lines) {
    const move = line.moves[0];
    if (move === undefined) continue;
    shapes.push({
      kind: 'arrow',
      from: originOf(move),
      to: targetOf(move),
      tone: 'engine',
      weight: line.number === best.number ? 1 : Math.min(0.75, weightOf(line.score, best.score, redToMove)),
    });
  }
  return shapes.reverse();
}

function threatShapes(): Shape[] {
  const move = analysis.threat.value;
  if (move === null) return [];
  return [{ kind: 'arrow', from: originOf(move), to: targetOf(move), tone: 'threat', weight: 0.8 }];
}

/** Who played, how it ended, the opening: one line that is always there. */
function Position() {
  const say = words.value;
  const seen = analysis.seen.value;
  const tree = analysis.tree.value;
  const { red, black, result } = playersOf(tree);
  const facts = [tagOf(tree, 'Event'), tagOf(tree, 'Date')].filter((text) => text !== '');
  const name = openingName(language.value, seen?.opening ?? null);
  return (
    <div class="position" role="status">
      {seen?.end != null ? (
        <p>
          <strong>{resultWords(seen.end.winner, say)}</strong> {said(seen.end)}
        </p>
      ) : seen?.warning != null ? (
        <p class="warning">{said(seen.warning)}</p>
      ) : (
        <p class="quiet">
          {seen?.ending != null && <span class="ending">{said(seen.ending)}</span>}
          {(red !== '' || black !== '') && (
            <span class="facts">
              {playerIn(red) || say.red} – {playerIn(black) || say.black}{' '}
              {result !== '*' && <span class="result">{result}</span>}
            </span>
          )}
          {facts.length > 0 && <span class="event">{facts.join(' · ')}</span>}
          {name !== '' && <span class="opening">{name}</span>}
        </p>
      )}
    </div>
  );
}

/** What the user writes about a position, and where its moves belong. */
function Notes() {
  const say = words.value;
  const tree = analysis.tree.value;
  const path = analysis.path.value;
  return (
    <div class="notes">
      <textarea
        rows={2}
        aria-label={say.comment}
        value={commentAt(tree, path)}
        placeholder={say.comment_hint}
        onInput={(event) => analysis.comment(event.currentTarget.value)}
      />
      <div class="buttons glyphs" role="group" aria-label={say.glyphs}>
        {JUDGING.map((glyph) => (
          <button
            type="button"
            key={glyph}
            disabled={path.length === 0}
            aria-pressed={nodeAt(tree, path)?.glyphs.includes(glyph) === true}
            onClick={() => analysis.glyph(glyph)}
          >
            {glyphText(glyph)}
          </button>
        ))}
      </div>
      <div class="buttons">
        <button type="button" disabled={!path.some((index) => index > 0)} onClick={() => analysis.promote()}>
          {say.promote}
        </button>
        <button type="button" disabled={path.length === 0} onClick={() => analysis.removeHere()}>
          {say.remove}
        </button>
      </div>
    </div>
  );
}

function Moves({ redStarts }: { redStarts: boolean }) {
  return (
    <>
      <ChapterBar />
      <Position />
      <TreeView tree={analysis.tree.value} redStarts={redStarts} />
    </>
  );
}

const TAGS = ['Event', 'Date', 'Red', 'Black'] as const;
const RESULTS = ['*', '1-0', '0-1', '1/2-1/2'] as const;

/** Who played, where and when, and how it ended; kept with the game and written into files. */
function Facts() {
  const say = words.value;
  const tree = analysis.tree.value;
  return (
    <div class="tags" role="group" aria-label={say.game_facts}>
      <div class="fields">
        {TAGS.map((name) => (
          <label class="field" key={name}>
            <span>{say[`tag_${name}`]}</span>
            <input
              type="text"
              value={tagOf(tree, name)}
              onChange={(event) => analysis.setTag(name, event.currentTarget.value)}
            />
          </label>
        ))}
        <Select
          label={say.result}
          value={tree.result}
          options={RESULTS.map((value) => ({ value, text: value }))}
          onChange={(value) => analysis.setResult(value)}
        />
      </div>
      {tree.tags.some(([name]) => !(TAGS as readonly string[]).includes(name)) && (
        <dl class="quiet">
          {tree.tags
            .filter(([name]) => !(TAGS as readonly string[]).includes(name))
            .map(([name, value]) => (
              <div key={name}>
                {name}: {value}
              </div>
            ))}
        </dl>
      )}
    </div>
  );
}

function Actions() {
  const say = words.value;
  return (
    <div class="buttons">
      <ShareButton
        game={() => ({ tree: analysis.tree.value, path: analysis.path.value, flipped: analysis.flipped.value })}
      />
      <button type="button" onClick={() => analysis.open(emptyTree())}>
        {say.new_analysis}
      </button>
      <button type="button" onClick={() => openInEditor(analysis.seen.value?.fen ?? null)}>
        {say.edit_position}
      </button>
      <button
        type="button"
        onClick={() => {
          const { fen, moves } = analysis.place.value;
          playFrom(fen, [...moves]);
        }}
      >
        {say.play_from_here}
      </button>
      <button
        type="button"
        onClick={() => {
          void analysis.flush();
          openInReview({ ...analysis.mainLine(), ...playersOf(analysis.tree.value), id: analysis.recordId });
        }}
      >
        {say.review_game}
      </button>
    </div>
  );
}

function Files() {
  return (
    <>
      <LoadBox />
      <WriteBox
        place={() => analysis.place.value}
        line={() => ({
          ...analysis.place.value,
          moves: movesTo(analysis.tree.value, endOfLine(analysis.tree.value, analysis.path.value)),
        })}
        tree={() => analysis.tree.value}
      />
    </>
  );
}

type TabName = 'moves' | 'notes' | 'openings' | 'game' | 'files' | 'engine';
/** What the user has chosen; a wide window shows the moves beside it anyway. */
const tab = signal<TabName | null>(null);

/** Everything beside the board. In a narrow window the engine and the moves are a tab like the others. */
function Beside({ redStarts }: { redStarts: boolean }) {
  const say = desk.value;
  const narrow = isNarrow.value;
  const shared: Tab<TabName>[] = [
    { name: 'openings', title: say.tab_openings, content: () => <Explorer /> },
    {
      name: 'game',
      title: say.tab_game,
      content: () => (
        <>
          <Actions />
          <Facts />
        </>
      ),
    },
    { name: 'files', title: say.tab_files, content: () => <Files /> },
    { name: 'engine', title: say.tab_engine, content: () => <EngineSettings /> },
  ];
  const own: Tab<TabName>[] = [
    {
      name: 'moves',
      title: say.tab_moves,
      content: () => (
        <>
          <EnginePanel redStarts={redStarts} />
          <Moves redStarts={redStarts} />
        </>
      ),
    },
    { name: 'notes', title: say.tab_notes, content: () => <Notes /> },
  ];
  const tabs = narrow ? [...own, ...shared] : shared;
  const chosen = tabs.find(({ name }) => name === tab.value)?.name ?? tabs[0]?.name ?? 'openings';
  const beside = (
    <Tabs
      label={say.tabs}
      tabs={tabs}
      chosen={chosen}
      onChoose={(name) => {
        tab.value = name;
      }}
    />
  );
  if (narrow) return beside;
  return (
    <>
      <EnginePanel redStarts={redStarts} />
      <div class="columns">
        <section class="panel moves-panel" aria-label={words.value.moves}>
          <Moves redStarts={redStarts} />
          <Notes />
        </section>
        {beside}
      </div>
    </>
  );
}

/** The board with the engine's opinion: drawn anew with every line, and nothing else is. */
function Stage() {
  const { fen, moves } = analysis.place.value;
  const seen = analysis.seen.value;
  const now = afterMoves(fen, moves);
  const flipped = analysis.flipped.value;
  const best = analysis.lines.value[0];
  return (
    <div class="stage with-bar">
      <EvaluationBar score={best?.score ?? null} wdl={best?.wdl ?? null} flipped={flipped} />
      <GameBoard
        pieces={now.pieces}
        flipped={flipped}
        legal={seen?.legal ?? null}
        onMove={(move) => analysis.play([move])}
        lastMove={moves[moves.length - 1] ?? null}
        checked={seen?.checked ?? null}
        chased={seen?.chased ?? []}
        shapes={[...engineShapes(now.side === 'red'), ...threatShapes()]}
      />
    </div>
  );
}

const STEPS: Steps = {
  first: () => analysis.toStart(),
  previous: () => analysis.back(),
  next: () => analysis.forward(),
  last: () => analysis.toEnd(),
  flip: () => analysis.flip(),
  keys: {
    ' ': () => analysis.playBest(),
    l: () => analysis.switchEngine(),
    x: () => analysis.switchThreat(),
    a: () => change({ arrows: !settings.value.arrows }),
  },
};

export function AnalysePage() {
  useStepKeys(STEPS);
  const redStarts = isRedFirst(analysis.tree.value.fen);
  return (
    <div class="desk">
      <div class="desk-grid analyse">
        <Stage />
        <div class="side">
          <Beside redStarts={redStarts} />
          <StepButtons steps={STEPS} />
        </div>
      </div>
    </div>
  );
}
