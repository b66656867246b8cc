// Sharing: a link that holds the game, its QR code, pictures of the position, an animation of the game.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { copyText } from '../app/clipboard';
import { language, site } from '../app/language';
import { linkAddress } from '../app/links';
import { boardLook } from '../app/notation';
import { complain, notify } from '../app/notices';
import { download } from '../app/transfer';
import { loadOutlines } from '../board/glyphs';
import type { Scene } from '../board/picture';
import { svgText } from '../board/picture';
import { afterMoves, writeFen } from '../core/fen';
import { LinkError, writeLink } from '../core/link';
import { packLine, packTree } from '../core/pack';
import { endOfLine, movesTo } from '../core/tree';
import { faultWords, shareWords } from '../words/share';
import { useOrigin } from './addresses';
import { gifOf, pageColours, pictureOf } from './drawing';
import { QrPicture } from './qrpicture';
import type { Shown } from './share';

function sceneOf({ tree, path, flipped }: Shown): Scene {
  const moves = movesTo(tree, path);
  return { pieces: afterMoves(tree.fen, moves).pieces, flipped, lastMove: moves[moves.length - 1] ?? null };
}

function tellCopied(isCopied: boolean): void {
  const say = shareWords(language.value);
  notify(isCopied ? say.copied : say.not_copied, !isCopied);
}

function LinkPart({ shown }: { shown: Shown }) {
  const say = shareWords(language.value);
  const [whole, setWhole] = useState(true);
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => {
    let isWanted = true;
    const { tree, path, flipped } = shown;
    const fen = () => writeFen(afterMoves(tree.fen, movesTo(tree, path)));
    const game = whole ? { tree: packTree(tree), path, flipped } : { tree: packLine(fen(), []), path: [], flipped };
    writeLink(game).then(
      (written) => {
        if (isWanted) setText(written);
      },
      (error: unknown) => {
        if (!isWanted) return;
        setText('');
        const known = error instanceof LinkError ? faultWords(error.fault, say) : String(error);
        setFault(`${say.cannot_make} ${known}`);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [shown, whole]);
  const { origin, isKnown, isLocal, needsLink, choice } = useOrigin();
  const address = text === '' || !isKnown ? '' : linkAddress(text, origin);
  return (
    <section>
      <h3>{say.link}</h3>
      <div class="share-choice" role="radiogroup" aria-label={say.what}>
        {[true, false].map((value) => (
          <label class="check" key={String(value)}>
            <input type="radio" name="share-what" checked={whole === value} onChange={() => setWhole(value)} />
            <span>{value ? say.whole_game : say.this_position}</span>
          </label>
        ))}
      </div>
      {fault !== '' && address === '' && (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
      {address !== '' && (
        <div class="share-link">
          <input
            type="text"
            readOnly
            value={address}
            aria-label={say.link_label}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" class="primary" onClick={() => void copyText(address).then(tellCopied)}>
            {say.copy_link}
          </button>
        </div>
      )}
      {choice}
      <p class="quiet">{say.link_hint}</p>
      {address !== '' && isLocal && <p class="warning loopback">{site.value?.loopback ?? say.loopback}</p>}
      {address !== '' && !isLocal && needsLink && <p class="quiet">{say.needs_link}</p>}
      {address !== '' && <QrPicture text={address} label={say.qr} tooLong={say.qr_too_long} dense={say.qr_small} />}
    </section>
  );
}

function PicturePart({ shown }: { shown: Shown }) {
  const say = shareWords(language.value);
  const png = () => pictureOf(sceneOf(shown), boardLook.value);
  const svg = async () => {
    await loadOutlines(boardLook.value.pieces);
    return svgText(sceneOf(shown), boardLook.value, pageColours());
  };
  return (
    <section>
      <h3>{say.picture}</h3>
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            // Some browsers have no such item at all.
            Promise.resolve()
              .then(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]))
              .then(
                () => tellCopied(true),
                () => tellCopied(false),
              );
          }}
        >
          {say.copy_picture}
        </button>
        <button
          type="button"
          onClick={() => {
            png().then((blob) => download('xiangqi.png', blob, 'image/png'), complain);
          }}
        >
          {say.save_png}
        </button>
        <button
          type="button"
          onClick={() => {
            svg().then((text) => download('xiangqi.svg', text, 'image/svg+xml'), complain);
          }}
        >
          {say.save_svg}
        </button>
      </div>
    </section>
  );
}

function AnimationPart({ shown }: { shown: Shown }) {
  const say = shareWords(language.value);
  const [state, setState] = useState<{ done: number; all: number } | null>(null);
  const stopping = useMemo(() => new AbortController(), []);
  useEffect(() => () => stopping.abort(), []);
  const { tree, path, flipped } = shown;
  const moves = movesTo(tree, endOfLine(tree, path));
  const make = () => {
    const progress = (done: number, all: number) => setState({ done, all });
    gifOf({ fen: tree.fen, moves, flipped }, boardLook.value, progress, stopping.signal)
      .then((bytes) => {
        if (bytes !== null) download('xiangqi.gif', bytes, 'image/gif');
      }, complain)
      .finally(() => setState(null));
  };
  return (
    <section>
      <h3>{say.animation}</h3>
      <div class="buttons">
        <button type="button" disabled={moves.length === 0 || state !== null} onClick={make}>
          {say.save_gif}
        </button>
        <span class="quiet" role="status">
          {moves.length === 0 ? say.no_moves : state !== null ? say.making_gif(state.done, state.all) : ''}
        </span>
      </div>
    </section>
  );
}

export function SharePanel({ shown }: { shown: Shown }) {
  return (
    <>
      <LinkPart shown={shown} />
      <PicturePart shown={shown} />
      <AnimationPart shown={shown} />
    </>
  );
}
