// A game move by move: what the engine thinks of each position, and what the rules say in the end.
//
//     npm install target/npm/chuhe-0.2.0.tgz    (after `make wasm`)
//     node analyse.mjs h2e2 h9g7 h0g2
import { open } from 'chuhe';

const moves = process.argv.slice(2);
const chuhe = await open({ threads: 1 });
const { history } = await chuhe.ask({ type: 'look', moves });
for (let ply = 0; ply <= moves.length; ply++) {
  let line = null;
  const best = await chuhe.ask(
    { type: 'go', level: 10, infinite: true, nodes: 100_000, moves: moves.slice(0, ply) },
    { progress: (newer) => (line = newer) },
  );
  const made = ply === 0 ? 'the start' : `${history[ply - 1].chinese} ${history[ply - 1].wxf}`;
  console.log(`${made}: best is ${best.move}, depth ${line?.depth}, ${JSON.stringify(best.score)} for Red`);
}
console.log((await chuhe.ask({ type: 'judge', moves })).words_en);
chuhe.close();
