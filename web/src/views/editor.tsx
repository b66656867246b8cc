// The position editor: a palette of pieces, the verdict on the position, and what can be done with it.

import { useEffect } from 'preact/hooks';
import { editor } from '../app/controllers';
import { said, words } from '../app/language';
import { openInAnalysis, playFrom } from '../app/navigation';
import { PieceIcon } from '../board/pieces';
import { PIECE_LETTERS, writeFen } from '../core/fen';
import type { Side } from '../core/squares';
import { emptyTree } from '../core/tree';
import type { Tool } from '../state/editor';
import { settings } from '../store/settings';
import { pieceWords } from '../words/sentences';
import { Select } from './controls';
import { GameBoard } from './gameboard';
import { isAway, NeedsServer } from './needsserver';

function Palette() {
  const say = words.value;
  const button = (value: Tool, label: string, content: preact.ComponentChildren, wide = false) => (
    <button
      type="button"
      key={value}
      class={`tool${wide ? ' wide' : ''}`}
      aria-pressed={editor.tool.value === value}
      aria-label={label}
      title={label}
      onClick={() => {
        editor.tool.value = value;
      }}
    >
      {content}
    </button>
  );
  return (
    <div class="palette">
      {PIECE_LETTERS.map((piece) =>
        button(piece, pieceWords(piece, say), <PieceIcon piece={piece} look={settings.value} />),
      )}
      {button('hand', say.hand, say.hand, true)}
      {button('eraser', say.eraser, say.eraser, true)}
    </div>
  );
}

function Verdict() {
  const say = words.value;
  const answer = editor.checked.value;
  if (isAway.value) return <NeedsServer />;
  if (answer === null)
    return (
      <p class="quiet" role="status">
        {say.checking}
      </p>
    );
  if (answer.ok)
    return (
      <p class="good" role="status">
        {say.position_ok}
      </p>
    );
  return (
    <div class="bad" role="alert">
      <p>{say.position_bad}</p>
      <ul class="problems">
        {answer.problems.map((problem, index) => (
          <li key={index}>{said(problem)}</li>
        ))}
      </ul>
    </div>
  );
}

function FenField() {
  return (
    <label class="field wide">
      <span>{words.value.fen}</span>
      <input
        type="text"
        spellcheck={false}
        value={writeFen(editor.position.value)}
        onChange={(event) => editor.readText(event.currentTarget.value)}
      />
    </label>
  );
}

export function EditorPage() {
  useEffect(() => editor.follow(), []);
  const say = words.value;
  const { pieces, side } = editor.position.value;
  const legal = editor.legalFen.value;
  return (
    <div class="page">
      <div class="stage">
        <GameBoard
          pieces={pieces}
          flipped={editor.flipped.value}
          problems={editor.problemSquares.value}
          edit={{ place: (at) => editor.touch(at), shift: (from, to) => editor.shift(from, to) }}
        />
      </div>
      <div class="side">
        <section class="panel" aria-label={say.editor}>
          <h2>{say.editor}</h2>
          <p class="quiet">{say.editor_hint}</p>
          <Palette />
          <Select<Side>
            label={say.side_to_move}
            value={side}
            onChange={(next) => editor.setSide(next)}
            options={(['red', 'black'] as const).map((value) => ({ value, text: say[value] }))}
          />
          <FenField />
          <Verdict />
          <div class="buttons">
            <button
              type="button"
              class="primary"
              disabled={legal === null}
              onClick={() => openInAnalysis(emptyTree(legal))}
            >
              {say.use_position}
            </button>
            <button type="button" disabled={legal === null} onClick={() => playFrom(legal, [])}>
              {say.play_position}
            </button>
          </div>
          <div class="buttons">
            <button type="button" onClick={() => editor.open(null)}>
              {say.start_position}
            </button>
            <button type="button" onClick={() => editor.clear()}>
              {say.clear_board}
            </button>
            <button type="button" onClick={() => editor.mirror()}>
              {say.mirror}
            </button>
            <button type="button" onClick={() => editor.swapSides()}>
              {say.swap_sides}
            </button>
            <button type="button" onClick={() => editor.flip()}>
              {say.flip}
            </button>
          </div>
        </section>
      </div>
    </div>
  );
}
