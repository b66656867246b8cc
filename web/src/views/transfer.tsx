// Games in and out as text: pasted or from a file, in any notation the server reads; written in any it writes.

import { useState } from 'preact/hooks';
import type { GameFields, GameFormat, GameRead } from '../net/messages';
import { complain, errorText, notify } from '../state/notices';
import { connection } from '../state/server';
import { download } from '../store/games';
import { words } from '../words';

export function LoadBox({ onLoad }: { onLoad: (game: GameRead) => void }) {
  const say = words.value;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const load = (content: string) => {
    connection.ask<'read_game'>({ type: 'read_game', text: content }).then(
      (game) => {
        setProblem(game.stopped_at == null ? '' : say.stopped_at(game.stopped_at));
        onLoad(game);
        notify(say.loaded(game.format, game.moves.length));
      },
      (error: unknown) => setProblem(errorText(error)),
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
  const write = (chosen: GameFormat) => {
    setFormat(chosen);
    connection
      .ask<'write_game'>({ type: 'write_game', format: chosen, tags: tags(), ...game() })
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
