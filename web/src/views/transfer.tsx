// Games in and out as text: pasted or from a file, in any notation the server reads; written in any it writes.

import { useMemo, useState } from 'preact/hooks';
import { words } from '../app/language';
import { complain, errorText, notify } from '../app/notices';
import { connection } from '../app/server';
import type { GameFields } from '../core/game';
import type { GameFormat, GameRead } from '../net/messages';
import { Latest } from '../state/latest';

export function LoadBox({ onLoad }: { onLoad: (game: GameRead) => void }) {
  const say = words.value;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const loading = useMemo(() => new Latest(), []);
  const load = (content: string) => {
    const signal = loading.begin();
    connection.ask({ type: 'read_game', text: content }, { signal }).then(
      (game) => {
        setProblem(game.stopped_at == null ? '' : say.stopped_at(game.stopped_at));
        onLoad(game);
        notify(say.loaded(game.format, game.moves.length));
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(errorText(error));
      },
    );
  };
  return (
    <div class="transfer">
      <label class="field wide">
        <span>{say.paste}</span>
        <textarea
          rows={3}
          value={text}
          spellcheck={false}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setProblem('');
          }}
        />
      </label>
      {problem !== '' && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="primary" disabled={text.trim() === ''} onClick={() => load(text)}>
          {say.load}
        </button>
        <FileButton label={say.import_file} onText={load} />
      </div>
    </div>
  );
}

export function FileButton({ label, onText }: { label: string; onText: (text: string) => void }) {
  return (
    <label class="button file">
      {label}
      <input
        type="file"
        class="unseen"
        onChange={(event) => {
          const input = event.currentTarget;
          const file = input.files?.[0];
          input.value = '';
          if (file !== undefined) file.text().then(onText, complain);
        }}
      />
    </label>
  );
}

const FORMATS: readonly GameFormat[] = ['fen', 'iccs', 'wxf', 'chinese', 'pgn'];

export function WriteBox({ game, tags }: { game: () => GameFields; tags: () => Record<string, string> }) {
  const say = words.value;
  const [text, setText] = useState('');
  const [format, setFormat] = useState<GameFormat>('pgn');
  const writing = useMemo(() => new Latest(), []);
  const write = (chosen: GameFormat) => {
    setFormat(chosen);
    connection
      .ask({ type: 'write_game', format: chosen, tags: tags(), ...game() }, { signal: writing.begin() })
      .then((written) => setText(written.text), complain);
  };
  return (
    <div class="transfer">
      <div class="buttons" role="group" aria-label={say.write_as}>
        <span class="quiet">{say.write_as}</span>
        {FORMATS.map((one) => (
          <button type="button" key={one} onClick={() => write(one)}>
            {say[`format_${one}`]}
          </button>
        ))}
      </div>
      {text !== '' && (
        <>
          <textarea class="written" rows={4} readOnly value={text} aria-label={say[`format_${format}`]} />
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                navigator.clipboard.writeText(text).then(() => notify(say.copied), complain);
              }}
            >
              {say.copy}
            </button>
            <button type="button" onClick={() => download(format === 'pgn' ? 'game.pgn' : 'game.txt', text)}>
              {say.download}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

export function download(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
