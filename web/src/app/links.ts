// Links that hold a game. One that is opened is shown in the analysis, beside what is there, once the server has found all
// its moves legal; one that cannot be is told in words, and nothing changes. If the connection is lost meanwhile, the link
// is taken up again.

import { LinkError, readLink } from '../core/link';
import { unpackTree } from '../core/pack';
import { clip, flatten } from '../core/tree';
import { isSilent } from '../net/connection';
import { faultWords, shareWords } from '../words/share';
import { analysis } from './controllers';
import { language } from './language';
import { errorText, notify } from './notices';
import { LINK_START, show } from './route';
import { connection } from './server';

/** The most moves of a game, variations included: as many as the server takes. */
const MAX_NODES = 20_000;
/** The link that was taken up again after the connection was lost; that is done once. */
let triedAgain = '';

/** The address of this page with a game in it, for who comes by this beginning. */
export function linkAddress(text: string, origin: string): string {
  return `${origin}${location.pathname}${LINK_START}${text}`;
}

async function openGame(text: string): Promise<void> {
  const { tree: packed, path, flipped } = await readLink(text);
  const tree = unpackTree(packed);
  const nodes = flatten(tree).map(({ move, parent }) => ({ move, parent }));
  if (nodes.length > MAX_NODES) throw new LinkError('too_large');
  await connection.ask({ type: 'look', fen: tree.fen, moves: [], rules: 'asian' });
  await connection.ask({ type: 'note_tree', tree: { fen: tree.fen, tags: [], result: '*', comment: '', nodes } });
  analysis.open(tree, clip(tree, path));
  analysis.flipped.value = flipped;
}

/** Opens the link of the address, if it is one. The address is then that of the analysis. */
export async function openLink(): Promise<void> {
  if (!location.hash.startsWith(LINK_START)) return;
  const text = location.hash.slice(LINK_START.length);
  history.replaceState(null, '', '#/analyse');
  show('analyse');
  try {
    await openGame(text);
    notify(shareWords(language.value).opened);
  } catch (error) {
    const say = shareWords(language.value);
    if (error instanceof LinkError) notify(`${say.cannot_open} ${faultWords(error.fault, say)}`, true);
    else if (!isSilent(error)) notify(`${say.cannot_open} ${say.fault_illegal} ${errorText(error)}`, true);
    else if (triedAgain !== text && location.hash === '#/analyse') {
      triedAgain = text;
      location.hash = LINK_START + text;
    }
  }
}

export function watchLinks(): void {
  addEventListener('hashchange', () => void openLink());
  void openLink();
}
