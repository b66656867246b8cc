// The position editor: pieces anywhere; the server says why a position is not legal, and where.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Board } from '../board/board';
import { PieceIcon } from '../board/pieces';
import type { PieceLetter, Placement } from '../core/fen';
import { mirrored, movePiece, PIECE_LETTERS, readFen, START, swapped, withoutSquare, writeFen } from '../core/fen';
import { pieceWords } from '../core/movetext';
import type { Side } from '../core/squares';
import { emptyTree } from '../core/tree';
import type { FenChecked } from '../net/messages';
import * as analysis from '../state/analysis';
import { complain } from '../state/notices';
import { show } from '../state/route';
import { connection, isConnected } from '../state/server';
import { settings } from '../store/settings';
import { said, words } from '../words';
import { Select } from './controls';
import { draftFrom } from './newgame';

type Tool = PieceLetter | 'hand' | 'eraser';

const position = signal<Placement>(readFen(START) ?? { pieces: {}, side: 'red' });
const tool = signal<Tool>('hand');
const checked = signal<FenChecked | null>(null);
const flipped = signal(false);

export function openEditor(fen: string | null): void {
  const placement = readFen(fen ?? START);
  if (placement !== null) position.value = placement;
}

/** Asks about the position whenever it changes; answers about older ones are dropped. */
function useChecking(): void {
  useEffect(
    () =>
      effect(() => {
        const fen = writeFen(position.value);
        if (!isConnected()) return;
        connection.ask<'check_fen'>({ type: 'check_fen', fen }).then((answer) => {
          if (writeFen(position.peek()) === fen) checked.value = answer;
        }, complain);
      }),
    [],
  );
}

function Palette() {
  const say = words.value;
  const button = (value: Tool, label: string, content: preact.ComponentChildren, wide = false) => (
    <button
      type="button"
      key={value}
      class={`tool${wide ? ' wide' : ''}`}
      aria-pressed={tool.value === value}
      aria-label={label}
      title={label}
      onClick={() => {
        tool.value = value;
      }}
    >
      {content}
    </button>
  );
  return (
    <div class="palette">
      {PIECE_LETTERS.map((piece) =>
        button(piece, pieceWords(piece, say), <PieceIcon piece={piece} set={settings.value.pieces} />),
      )}
      {button('hand', say.hand, say.hand, true)}
      {button('eraser', say.eraser, say.eraser, true)}
    </div>
  );
}

function Verdict() {
  const say = words.value;
  const answer = checked.value;
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

function use(fen: string, purpose: 'analyse' | 'play'): void {
  if (purpose === 'analyse') analysis.open(emptyTree(fen));
  else draftFrom(fen, []);
  show(purpose);
}

function FenField() {
  return (
    <label class="field wide">
      <span>{words.value.fen}</span>
      <input
        type="text"
        spellcheck={false}
        value={writeFen(position.value)}
        onChange={(event) => {
          const placement = readFen(event.currentTarget.value);
          if (placement !== null) position.value = placement;
          else checkText(event.currentTarget.value);
        }}
      />
    </label>
  );
}

/** A text that is no board at all: the server says what is wrong with it. */
function checkText(fen: string): void {
  connection.ask<'check_fen'>({ type: 'check_fen', fen }).then((answer) => {
    checked.value = answer;
  }, complain);
}

export function EditorPage() {
  useChecking();
  const say = words.value;
  const now = position.value;
  const ok = checked.value?.ok === true;
  const problems = ok
    ? []
    : (checked.value?.problems ?? []).flatMap((problem) => (problem.square == null ? [] : [problem.square]));
  const set = (part: Partial<Placement>) => {
    position.value = { ...position.value, ...part };
  };
  return (
    <div class="page">
      <div class="stage">
        <Board
          pieces={now.pieces}
          flipped={flipped.value}
          problems={problems}
          edit={{
            place(at) {
              const chosen = tool.value;
              if (chosen === 'hand') return;
              if (chosen === 'eraser' || now.pieces[at] === chosen) set({ pieces: withoutSquare(now.pieces, at) });
              else set({ pieces: { ...now.pieces, [at]: chosen } });
            },
            shift(from, to) {
              set({ pieces: to === null ? withoutSquare(now.pieces, from) : movePiece(now.pieces, from, to) });
            },
          }}
        />
      </div>
      <div class="side">
        <section class="panel" aria-label={say.editor}>
          <h2>{say.editor}</h2>
          <p class="quiet">{say.editor_hint}</p>
          <Palette />
          <Select<Side>
            label={say.side_to_move}
            value={now.side}
            onChange={(side) => set({ side })}
            options={(['red', 'black'] as const).map((value) => ({ value, text: say[value] }))}
          />
          <FenField />
          <Verdict />
          <div class="buttons">
            <button
              type="button"
              class="primary"
              disabled={!ok}
              onClick={() => use(checked.value?.fen ?? writeFen(now), 'analyse')}
            >
              {say.use_position}
            </button>
            <button type="button" disabled={!ok} onClick={() => use(checked.value?.fen ?? writeFen(now), 'play')}>
              {say.play_position}
            </button>
          </div>
          <div class="buttons">
            <button type="button" onClick={() => openEditor(null)}>
              {say.start_position}
            </button>
            <button type="button" onClick={() => set({ pieces: {} })}>
              {say.clear_board}
            </button>
            <button type="button" onClick={() => set({ pieces: mirrored(now.pieces) })}>
              {say.mirror}
            </button>
            <button
              type="button"
              onClick={() => {
                position.value = swapped(now);
              }}
            >
              {say.swap_sides}
            </button>
            <button
              type="button"
              onClick={() => {
                flipped.value = !flipped.value;
              }}
            >
              {say.flip}
            </button>
          </div>
        </section>
      </div>
    </div>
  );
}
