// The page for analysis: board with evaluation, engine, tree, opening book, games in and out.

import { analysis } from '../app/controllers';
import { language, said, words } from '../app/language';
import { openInEditor, openInReview, playFrom } from '../app/navigation';
import type { Shape } from '../board/shapes';
import { afterMoves } from '../core/fen';
import { redStarts as isRedFirst } from '../core/game';
import { glyphText, JUDGING } from '../core/glyphs';
import { playersOf } from '../core/record';
import { weightOf } from '../core/score';
import { originOf, targetOf } from '../core/squares';
import { commentAt, emptyTree, endOfLine, movesTo, nodeAt, tagOf } from '../core/tree';
import { settings } from '../store/settings';
import { openingName } from '../words/language';
import { resultWords } from '../words/sentences';
import type { Steps } from './controls';
import { Panel, Select, StepButtons, useStepKeys } from './controls';
import { EnginePanel } from './engine';
import { EvaluationBar } from './evalbar';
import { Explorer } from './explorer';
import { GameBoard } from './gameboard';
import { ShareButton } from './share';
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

function Position() {
  const say = words.value;
  const seen = analysis.seen.value;
  if (seen === null) return null;
  const name = openingName(language.value, seen.opening);
  return (
    <div class="status" role="status">
      {seen.end !== null && (
        <p>
          <strong>{resultWords(seen.end.winner, say)}</strong> {said(seen.end)}
        </p>
      )}
      {seen.warning !== null && <p class="warning">{said(seen.warning)}</p>}
      {name !== '' && (
        <p class="quiet opening">
          {say.opening}: {name}
        </p>
      )}
    </div>
  );
}

function TreePanel({ redStarts }: { redStarts: boolean }) {
  const say = words.value;
  const tree = analysis.tree.value;
  const path = analysis.path.value;
  return (
    <section class="panel" aria-label={say.moves}>
      <Position />
      <TreeView tree={tree} redStarts={redStarts} />
      <label class="field wide">
        <span>{say.comment}</span>
        <textarea
          rows={2}
          value={commentAt(tree, path)}
          placeholder={say.comment_hint}
          onInput={(event) => analysis.comment(event.currentTarget.value)}
        />
      </label>
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
    </section>
  );
}

const TAGS = ['Event', 'Date', 'Red', 'Black'] as const;
const RESULTS = ['*', '1-0', '0-1', '1/2-1/2'] as const;

/** Who played, where and when, and how it ended; kept with the game and written into files. */
function TagsPanel() {
  const say = words.value;
  const tree = analysis.tree.value;
  const { red, black, result } = playersOf(tree);
  const facts = [tagOf(tree, 'Event'), tagOf(tree, 'Date')].filter((text) => text !== '');
  return (
    <details class="panel tags">
      <summary>
        <h2>
          {red !== '' || black !== '' ? `${red || say.red} – ${black || say.black}` : say.game_facts}{' '}
          {result !== '*' && <span class="result">{result}</span>}
        </h2>
        {facts.length > 0 && <span class="quiet facts">{facts.join(' · ')}</span>}
      </summary>
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
    </details>
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

export function AnalysePage() {
  const say = words.value;
  const { fen, moves } = analysis.place.value;
  const seen = analysis.seen.value;
  const now = afterMoves(fen, moves);
  const flipped = analysis.flipped.value;
  const best = analysis.lines.value[0];
  const steps: Steps = {
    first: () => analysis.toStart(),
    previous: () => analysis.back(),
    next: () => analysis.forward(),
    last: () => analysis.toEnd(),
    flip: () => analysis.flip(),
    space: () => analysis.switchEngine(),
  };
  useStepKeys(steps);
  const redStarts = isRedFirst(analysis.tree.value.fen);
  return (
    <div class="page">
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
          shapes={engineShapes(now.side === 'red')}
        />
        <StepButtons steps={steps} />
      </div>
      <div class="side">
        <EnginePanel redStarts={redStarts} />
        <TreePanel redStarts={redStarts} />
        <TagsPanel />
        <Panel title={say.openings} open>
          <Explorer />
        </Panel>
        <Panel title={say.in_out} open={false}>
          <LoadBox />
          <WriteBox
            place={() => analysis.place.value}
            line={() => ({
              ...analysis.place.value,
              moves: movesTo(analysis.tree.value, endOfLine(analysis.tree.value, analysis.path.value)),
            })}
            tree={() => analysis.tree.value}
          />
        </Panel>
        <Actions />
        <p class="quiet">{say.tree_hint}</p>
      </div>
    </div>
  );
}
