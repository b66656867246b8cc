// Games in and out: pasted or from a file, in any format the server reads; written in any it writes.

import { useMemo, useState } from 'preact/hooks';
import { copyText } from '../app/clipboard';
import { files } from '../app/controllers';
import { said, words } from '../app/language';
import { complain, errorText, notify } from '../app/notices';
import { connection } from '../app/server';
import { download, openFile } from '../app/transfer';
import type { GameFields } from '../core/game';
import type { Tree } from '../core/tree';
import { isSilent } from '../net/connection';
import type { FileFormat, GameFormat } from '../net/messages';
import { fromBase64 } from '../state/files';
import { Latest } from '../state/latest';

export function LoadBox() {
  const say = words.value;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const load = () => {
    files.open(new TextEncoder().encode(text), say.pasted_text).then(
      ({ games, faults }) => setProblem(games.length === 1 ? faults.join(' ') : ''),
      (error: unknown) => {
        if (!isSilent(error)) setProblem(errorText(error));
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
        <button type="button" class="primary" disabled={text.trim() === ''} onClick={load}>
          {say.load}
        </button>
        <FileButton label={say.open_file} onFiles={(list) => list[0] !== undefined && void openFile(list[0])} />
      </div>
      <p class="quiet">{say.drop_hint}</p>
    </div>
  );
}

export function FileButton({
  label,
  onFiles,
  multiple = false,
}: {
  label: string;
  onFiles: (files: File[]) => void;
  multiple?: boolean;
}) {
  return (
    <label class="button file">
      {label}
      <input
        type="file"
        class="unseen"
        multiple={multiple}
        onChange={(event) => {
          const input = event.currentTarget;
          const list = [...(input.files ?? [])];
          input.value = '';
          if (list.length > 0) onFiles(list);
        }}
      />
    </label>
  );
}

const TEXTS: readonly Exclude<GameFormat, 'pgn'>[] = ['fen', 'iccs', 'wxf', 'chinese'];
const FILES = ['pgn', 'xqf', 'dhtml'] as const satisfies readonly FileFormat[];
type FileChoice = (typeof FILES)[number];

interface Written {
  name: string;
  /** Which format it is, in words. */
  label: string;
  text: string;
}

/** `place` is the position that a FEN is of, `line` the line that lists of moves are of, `tree` all there is. */
export function WriteBox({ place, line, tree }: { place: () => GameFields; line: () => GameFields; tree: () => Tree }) {
  const say = words.value;
  const [written, setWritten] = useState<Written | null>(null);
  const [losses, setLosses] = useState('');
  const writing = useMemo(() => new Latest(), []);
  const writeText = (format: Exclude<GameFormat, 'pgn'>) => {
    setLosses('');
    connection
      .ask({ type: 'write_game', format, ...(format === 'fen' ? place() : line()) }, { signal: writing.begin() })
      .then(({ text }) => setWritten({ name: 'game.txt', label: say[`format_${format}`], text }), complain);
  };
  const writeFile = (format: FileChoice) => {
    files.write(tree(), format, writing.begin()).then((file) => {
      const name = `game.${file.extension}`;
      setLosses(file.losses.map(said).join(', '));
      if (file.data !== null) {
        setWritten(null);
        download(name, fromBase64(file.data), 'application/octet-stream');
      } else {
        setWritten({ name, label: say[`format_${format}`], text: file.text ?? '' });
      }
    }, complain);
  };
  return (
    <div class="transfer">
      <div class="buttons" role="group" aria-label={say.write_as}>
        <span class="quiet">{say.write_as}</span>
        {FILES.map((one) => (
          <button type="button" key={one} onClick={() => writeFile(one)}>
            {say[`format_${one}`]}
          </button>
        ))}
        {TEXTS.map((one) => (
          <button type="button" key={one} onClick={() => writeText(one)}>
            {say[`format_${one}`]}
          </button>
        ))}
      </div>
      {losses !== '' && (
        <p class="warning" role="status">
          {say.not_written(losses)}
        </p>
      )}
      {written !== null && (
        <>
          <textarea class="written" rows={4} readOnly value={written.text} aria-label={written.label} />
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                void copyText(written.text).then((isCopied) =>
                  notify(isCopied ? say.copied : say.copy_failed, !isCopied),
                );
              }}
            >
              {say.copy}
            </button>
            <button type="button" onClick={() => download(written.name, written.text)}>
              {say.download}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
