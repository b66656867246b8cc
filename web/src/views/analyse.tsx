// The page for analysis: board with evaluation, engine, tree, opening book, games in and out.

import { Board } from '../board/board';
import type { Shape } from '../board/shapes';
import { afterMoves, readFen } from '../core/fen';
import { weightOf } from '../core/score';
import { originOf, targetOf } from '../core/squares';
import { commentAt, emptyTree, endOfLine, movesTo, startFen, treeOf } from '../core/tree';
import * as analysis from '../state/analysis';
import { complain, notify } from '../state/notices';
import * as review from '../state/review';
import { show } from '../state/route';
import { keepGame } from '../store/games';
import { settings } from '../store/settings';
import { language, said, words } from '../words';
import type { Steps } from './controls';
import { Panel, StepButtons, useStepKeys } from './controls';
import { openEditor } from './editor';
import { EnginePanel } from './engine';
import { EvaluationBar } from './evalbar';
import { Explorer } from './explorer';
import { draftFrom } from './newgame';
import { legalOf } from './play';
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
  const opening = seen.opening;
  const name =
    opening === null
      ? null
      : language.value === 'zh'
        ? (opening.name_zh ?? opening.name_en)
        : (opening.name_en ?? opening.name_zh);
  return (
    <div class="status" role="status">
      {seen.end !== null && (
        <p>
          <strong>
            {seen.end.winner === null ? say.drawn : seen.end.winner === 'red' ? say.red_wins : say.black_wins}
          </strong>{' '}
          {said(seen.end)}
        </p>
      )}
      {seen.warning !== null && <p class="warning">{said(seen.warning)}</p>}
      {name != null && name !== '' && (
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
      <div class="buttons">
        <button type="button" disabled={!path.some((index) => index > 0)} onClick={analysis.promote}>
          {say.promote}
        </button>
        <button type="button" disabled={path.length === 0} onClick={analysis.removeHere}>
          {say.remove}
        </button>
      </div>
    </section>
  );
}

function mainLine() {
  const tree = analysis.tree.value;
  return { fen: tree.fen, moves: movesTo(tree, endOfLine(tree)), rules: settings.value.rules };
}

function tagsOfTree(): Record<string, string> {
  return { ...analysis.tree.value.tags };
}

function saveToGames(): void {
  const tree = analysis.tree.value;
  const now = new Date();
  keepGame({
    id: `a${now.getTime().toString(36)}`,
    date: now.toISOString(),
    red: tree.tags.Red ?? '',
    black: tree.tags.Black ?? '',
    result: tree.tags.Result ?? '*',
    words_en: '',
    words_zh: '',
    ...mainLine(),
    tree,
  }).then(() => notify(words.value.saved), complain);
}

function Actions() {
  const say = words.value;
  return (
    <div class="buttons">
      <button type="button" onClick={() => analysis.open(emptyTree())}>
        {say.new_analysis}
      </button>
      <button
        type="button"
        onClick={() => {
          openEditor(analysis.seen.value?.fen ?? null);
          show('editor');
        }}
      >
        {say.edit_position}
      </button>
      <button
        type="button"
        onClick={() => {
          const { fen, moves } = analysis.place.value;
          draftFrom(fen, [...moves]);
          show('play');
        }}
      >
        {say.play_from_here}
      </button>
      <button
        type="button"
        onClick={() => {
          const tags = tagsOfTree();
          review.openGame({ ...mainLine(), red: tags.Red ?? '', black: tags.Black ?? '', result: tags.Result ?? '*' });
          show('review');
        }}
      >
        {say.review_game}
      </button>
      <button type="button" onClick={saveToGames}>
        {say.save_game}
      </button>
    </div>
  );
}

export function AnalysePage() {
  const say = words.value;
  const tree = analysis.tree.value;
  const { fen, moves } = analysis.place.value;
  const seen = analysis.seen.value;
  const now = afterMoves(fen, moves);
  const flipped = analysis.flipped.value;
  const best = analysis.lines.value[0];
  const steps: Steps = {
    first: analysis.toStart,
    previous: () => analysis.step(-1),
    next: () => analysis.step(1),
    last: analysis.toEnd,
    flip: () => {
      analysis.flipped.value = !analysis.flipped.value;
    },
    space: () => {
      analysis.engineOn.value = !analysis.engineOn.value;
    },
  };
  useStepKeys(steps);
  const redStarts = (readFen(startFen(tree))?.side ?? 'red') === 'red';
  return (
    <div class="page">
      <div class="stage with-bar">
        <EvaluationBar score={best?.score ?? null} wdl={best?.wdl ?? null} flipped={flipped} />
        <Board
          pieces={now.pieces}
          flipped={flipped}
          legal={seen !== null ? legalOf(seen) : []}
          onMove={analysis.play}
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
        <Panel title={say.openings} open>
          <Explorer />
        </Panel>
        <Panel title={say.in_out} open={false}>
          <LoadBox
            onLoad={(game) => {
              const next = treeOf(game.fen, game.moves, game.tags);
              analysis.open(next, endOfLine(next));
            }}
          />
          <WriteBox game={() => ({ ...analysis.place.value })} tags={tagsOfTree} />
        </Panel>
        <Actions />
        <p class="quiet">{say.tree_hint}</p>
      </div>
    </div>
  );
}
