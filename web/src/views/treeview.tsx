// The tree of moves: the main line runs on, variations stand indented below the move they replace.

import type { ComponentChildren } from 'preact';
import { analysis } from '../app/controllers';
import { words } from '../app/language';
import { notation } from '../app/notation';
import { glyphText } from '../core/glyphs';
import { moveNumber, moveText } from '../core/movetext';
import type { Path, Tree, TreeNode } from '../core/tree';
import { samePath } from '../core/tree';
import { useCurrentInView } from './movelist';

function MoveButton({
  node,
  path,
  begins,
  redStarts,
}: {
  node: TreeNode;
  path: Path;
  begins: boolean;
  redStarts: boolean;
}) {
  const current = samePath(path, analysis.path.value);
  return (
    <button type="button" class="move" aria-current={current ? 'true' : undefined} onClick={() => analysis.goTo(path)}>
      <span class="number">{moveNumber(path.length - 1, redStarts, begins)}</span>
      {moveText(node, notation.value)}
      {node.glyphs.length > 0 && <span class="sign">{node.glyphs.map(glyphText).join(' ')}</span>}
    </button>
  );
}

/** One line from a list of children on; its variations as blocks of their own. */
function lineOf(children: readonly TreeNode[], at: Path, redStarts: boolean, startsLine: boolean): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let list = children;
  let path = at;
  let begins = startsLine;
  for (let node = list[0]; node !== undefined; node = list[0]) {
    const here = [...path, 0];
    const key = here.join('.');
    if (node.before !== '') {
      parts.push(
        <span class="comment" key={`${key}b`}>
          {node.before}
        </span>,
      );
    }
    parts.push(<MoveButton key={key} node={node} path={here} begins={begins} redStarts={redStarts} />);
    begins = false;
    if (node.comment !== '') {
      parts.push(
        <span class="comment" key={`${key}c`}>
          {node.comment}
        </span>,
      );
      begins = true;
    }
    if (list.length > 1) {
      parts.push(
        <div class="variations" key={`${key}v`}>
          {list.slice(1).map((other, index) => {
            const otherPath = [...path, index + 1];
            return (
              <div class="variation" key={index}>
                {other.before !== '' && <span class="comment">{other.before}</span>}
                <MoveButton node={other} path={otherPath} begins redStarts={redStarts} />
                {other.comment !== '' && <span class="comment">{other.comment}</span>}
                {lineOf(other.children, otherPath, redStarts, other.comment !== '')}
              </div>
            );
          })}
        </div>,
      );
      begins = true;
    }
    list = node.children;
    path = here;
  }
  return parts;
}

export function TreeView({ tree, redStarts }: { tree: Tree; redStarts: boolean }) {
  const list = useCurrentInView(analysis.path.value);
  return (
    <div class="tree" ref={list} tabIndex={0} role="group" aria-label={words.value.moves}>
      {tree.comment !== '' && <span class="comment">{tree.comment}</span>}
      {tree.children.length === 0 ? (
        <p class="quiet">{words.value.no_moves}</p>
      ) : (
        lineOf(tree.children, [], redStarts, true)
      )}
    </div>
  );
}
