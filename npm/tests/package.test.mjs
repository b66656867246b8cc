// The package as its users have it: packed, installed, imported. `make wasm-test` packs it before.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PATIENCE = 120_000;
let folder = '';
let installed = '';
let chuhe = null;

before(async () => {
  folder = mkdtempSync(`${tmpdir()}/chuhe-package-`);
  const [packed] = readdirSync(`${root}target/npm`).filter((name) => name.endsWith('.tgz'));
  writeFileSync(`${folder}/package.json`, '{"type": "module"}');
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', `${root}target/npm/${packed}`], {
    cwd: folder,
    stdio: 'inherit',
  });
  installed = `${folder}/node_modules/chuhe`;
  chuhe = await import(pathToFileURL(`${installed}/dist/index.js`).href);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const options = { timeout: PATIENCE };

/** Opens a workbench for the time of some work. */
async function withEngine(wanted, work) {
  const engine = await chuhe.open(wanted);
  try {
    return await work(engine);
  } finally {
    engine.close();
  }
}

test('what cannot be opened is refused', options, async () => {
  for (const [wanted, words] of [
    [{ build: 'foo' }, /build is "foo"; it must be "simd" or "plain"/],
    [{ hash: 0 }, /hash is 0; it must be a whole number from 1 to 128/],
    [{ hash: 1000 }, /hash is 1000/],
    [{ threads: -1 }, /threads is -1/],
    [{ threds: 2 }, /no option "threds"/],
    [null, /the options are null; they must be an object/],
    [5, /the options are 5/],
  ])
    await assert.rejects(chuhe.open(wanted), words);
});

/** Analyses for a while, stops, and says how many milliseconds the answer took. */
async function stopsAfter(engine, millis, more = {}) {
  const stop = new AbortController();
  let lines = 0;
  const counted = () => {
    lines += 1;
  };
  const answer = engine.ask(
    { type: 'go', level: 10, infinite: true, ...more },
    { stop: stop.signal, progress: counted },
  );
  await new Promise((resolve) => setTimeout(resolve, millis));
  const began = performance.now();
  stop.abort();
  const best = await answer;
  assert.match(best.move, /^[a-i]\d[a-i]\d$/);
  return { took: performance.now() - began, lines };
}

test('the example runs as it stands', options, () => {
  cpSync(`${root}examples/analyse.mjs`, `${folder}/analyse.mjs`);
  const said = execFileSync(process.execPath, ['analyse.mjs', 'h2e2', 'h9g7'], { cwd: folder, encoding: 'utf8' });
  const lines = said.trim().split('\n');
  assert.equal(lines.length, 4, said);
  assert.match(lines[1], /^炮二平五 C2=5: best is [a-i]\d[a-i]\d, depth \d+/);
  assert.match(lines[3], /game goes on|goes on/);
});

test('the types fit the README, and refuse what is not a request', options, () => {
  const readme = readFileSync(`${root}npm/README.md`, 'utf8');
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  assert.ok(blocks.length >= 2);
  for (const [index, code] of blocks.entries()) writeFileSync(`${folder}/readme${index}.ts`, code);
  writeFileSync(
    `${folder}/wrong.ts`,
    "import { open } from 'chuhe';\nconst chuhe = await open();\n// @ts-expect-error\nawait chuhe.ask({ type: 'dance' });\n// @ts-expect-error\nawait chuhe.ask({ type: 'go', level: 'ten' });\n",
  );
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  execFileSync(process.execPath, [`${root}web/node_modules/typescript/bin/tsc`], { cwd: folder, stdio: 'inherit' });
  // What the README shows also runs.
  for (const input of blocks) {
    const said = execFileSync(process.execPath, ['--input-type=module'], { cwd: folder, input, encoding: 'utf8' });
    assert.match(said, /[a-i]\d[a-i]\d/);
  }
});

test('both builds find the same, node by node', options, async () => {
  const found = [];
  for (const build of ['simd', 'plain']) {
    await withEngine({ build, threads: 1 }, async (engine) => {
      assert.equal(engine.opened.build, build);
      let last = null;
      const question = { type: 'go', level: 10, infinite: true, depth: 9, moves: ['h2e2', 'h9g7'] };
      const { move, score } = await engine.ask(question, {
        progress: (line) => {
          last = line;
        },
      });
      found.push({ move, score, nodes: last.nodes, pv: last.moves ?? last.pv });
    });
  }
  assert.deepEqual(found[0], found[1]);
  assert.ok(found[0].nodes > 1000);
});

for (const wanted of [{ threads: 1 }, { threads: 2 }, { build: 'plain' }]) {
  test(`an analysis stops promptly: ${JSON.stringify(wanted)}`, options, async () => {
    await withEngine(wanted, async (engine) => {
      const { threads } = engine.opened;
      const stops = [];
      for (const millis of [0, 10, 300, 1000]) stops.push(await stopsAfter(engine, millis, { threads }));
      console.log(`stopped after ${stops.map(({ took }) => took.toFixed(1)).join(', ')} ms`);
      assert.ok(Math.min(...stops.map(({ took }) => took)) < 200, JSON.stringify(stops));
      assert.ok(
        stops.every(({ took }) => took < 5000),
        JSON.stringify(stops),
      );
      assert.ok(stops[3].lines > 1);
      // What is short is answered while a search goes on.
      const stop = new AbortController();
      const search = engine.ask({ type: 'go', level: 10, infinite: true, threads }, { stop: stop.signal });
      const seen = await engine.ask({ type: 'look', moves: ['h2e2'] });
      assert.equal(seen.history.length, 1);
      assert.equal((await engine.ask({ type: 'offer_draw' })).type, 'draw_answer');
      stop.abort();
      await search;
    });
  });
}

test('garbage gets an error that says what is wrong, and nothing ends', options, async () => {
  const channel = new chuhe.Channel({ threads: 1 });
  await new Promise((resolve, reject) => {
    channel.onopen = resolve;
    channel.onclose = ({ reason }) => reject(new Error(reason));
  });
  const replies = [];
  let wake = () => undefined;
  channel.onmessage = ({ data }) => {
    replies.push(JSON.parse(data));
    wake();
  };
  const next = async () => {
    while (replies.length === 0) await new Promise((resolve) => (wake = resolve));
    return replies.shift();
  };
  const deep = `{"id":90,"type":"look","fen":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  for (const [text, code] of [
    ['', 'not_json'],
    ['\u0000\ud800', 'not_json'],
    ['null', 'no_id'],
    [deep, 'not_json'],
    ['x'.repeat(20_000_000), 'message_too_long'],
    ['{"id":1,"type":"__proto__"}', 'not_a_request'],
    ['{"id":18446744073709551615,"type":"stop","search":18446744073709551615}', 'no_such_search'],
  ]) {
    channel.send(text);
    const reply = await next();
    assert.equal(reply.error?.code, code, `${text.slice(0, 50)}: ${JSON.stringify(reply).slice(0, 300)}`);
    assert.ok(reply.text.length > 0 && reply.text.length < 1000);
  }
  channel.close();
  channel.close();
  channel.send('nobody hears this');
});

test('every question is settled', options, async () => {
  await withEngine({ threads: 1 }, async (engine) => {
    for (const [fen, code] of [
      ['\ud800', 'not_json'],
      ['x'.repeat(5_000_000), 'message_too_long'],
    ])
      assert.equal(await codeOf(engine.ask({ type: 'look', fen })), code);
    await assert.rejects(engine.ask({ type: 'look', fen: 1n }), /BigInt/);
    const struck = () => {
      throw new RangeError('struck by a test');
    };
    await assert.rejects(engine.ask({ type: 'go', level: 10, infinite: true }, { progress: struck }), {
      name: 'RangeError',
      message: 'struck by a test',
    });
    assert.equal(engine.pending.size, 0);
    assert.equal(await codeOf(engine.ask(QUICK)), 'best');
  });
});

test('a storm of searches and stops ends in a quiet engine', options, async () => {
  await withEngine({ threads: 2 }, async (engine) => {
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const stop = new AbortController();
        const kind = index % 3;
        const asked =
          kind === 0
            ? engine.ask({ type: 'go', level: 10, infinite: true, threads: 2 }, { stop: stop.signal })
            : kind === 1
              ? engine.ask({ type: 'review', nodes: 2000, moves: ['h2e2', 'h9g7'] }, { stop: stop.signal })
              : engine.ask({ type: 'look' }, { signal: stop.signal });
        stop.abort();
        return asked.then(
          (reply) => reply.type,
          (error) => error.reply?.error.code ?? error.name,
        );
      }),
    );
    const expected = ['best', 'review_done', 'too_many_searches', 'AbortError'];
    assert.deepEqual(
      outcomes.filter((outcome) => !expected.includes(outcome)),
      [],
    );
    const { took } = await stopsAfter(engine, 300, { threads: 2 });
    assert.ok(took < 5000, `${took}`);
  });
});

test('a large file is read without threads, and its reading can be stopped', options, async () => {
  const game = '[Event "Cup"]\n\n1. C2=5 {the centre} H8+7 2. H2+3 *\n\n';
  const data = Buffer.from(game.repeat(6000)).toString('base64');
  await withEngine({ threads: 1 }, async (engine) => {
    let games = 0;
    const progress = () => {
      games += 1;
    };
    const read = await engine.ask({ type: 'read_file', data }, { progress });
    assert.deepEqual([read.games, read.stopped, games], [6000, false, 6000]);
    const stop = new AbortController();
    const begun = engine.ask({ type: 'read_file', data }, { stop: stop.signal, progress: () => stop.abort() });
    const { stopped, games: some } = await begun;
    assert.ok(stopped && some < 6000, `${some}`);
  });
});

/** The package with a mistake in one of its scripts. */
async function broken(name, from, to) {
  const copy = `${folder}/broken-${name.replace('.', '-')}-${Math.random()}`;
  mkdirSync(copy);
  cpSync(`${installed}/dist`, `${copy}/dist`, { recursive: true });
  writeFileSync(`${copy}/package.json`, '{"type": "module"}');
  const path = `${copy}/dist/${name}`;
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), `${name} has no ${from}`);
  writeFileSync(path, text.replace(from, to));
  return import(pathToFileURL(`${copy}/dist/index.js`).href);
}

const codeOf = (promise) =>
  promise.then(
    (reply) => reply.type,
    (error) => error.reply?.error.code ?? error.name,
  );
const QUICK = { type: 'go', level: 10, depth: 3 };

test('a seat that fails loses its task, is told, and is started again', options, async () => {
  const fails = "if (task.text.includes('\"depth\":4')) throw new Error('struck by a test');";
  const { open } = await broken('seat.js', 'this.token = task.token;', `${fails} this.token = task.token;`);
  const engine = await open({ threads: 1 });
  assert.equal(await codeOf(engine.ask(QUICK)), 'best');
  for (let round = 0; round < 2; round++) {
    assert.equal(await codeOf(engine.ask({ ...QUICK, depth: 4 })), 'search_failed');
    assert.equal(await codeOf(engine.ask(QUICK)), 'best');
  }
  engine.close();
});

test('a helper that fails does not leave a search waiting', options, async () => {
  const { open } = await broken('helper.js', 'instance.runThread(number, begin)', 'instance.nothing(number, begin)');
  const engine = await open({ threads: 2 });
  assert.equal(await codeOf(engine.ask({ ...QUICK, infinite: true, depth: 60, threads: 2 })), 'search_failed');
  assert.equal(await codeOf(engine.ask(QUICK)), 'best');
  engine.close();
});

test('a seat that does not stop is ended', options, async () => {
  const { open } = await broken('token.js', 'return Atomics.load(token, 0) !== 0;', 'return false;');
  const engine = await open({ threads: 1 });
  const stop = new AbortController();
  const search = engine.ask({ type: 'go', level: 10, infinite: true }, { stop: stop.signal });
  stop.abort();
  assert.equal(await codeOf(search), 'search_failed');
  assert.equal(await codeOf(engine.ask(QUICK)), 'best');
  engine.close();
});

test('a desk that fails refuses what is under way, with its last words', options, async () => {
  const { open } = await broken('desk.js', 'this.instance.receive(text);', "throw new Error('struck by a test');");
  const engine = await open({ threads: 1 });
  await assert.rejects(engine.ask({ type: 'hello' }), { name: 'Closed', message: /struck by a test/ });
  await assert.rejects(engine.ask({ type: 'hello' }), { name: 'Closed' });
});

test('a program that is missing or damaged is named', options, async () => {
  const missing = await broken('program.js', "'./chuhe.wasm'", "'./nothing.wasm'");
  await assert.rejects(missing.open(), { name: 'Closed', message: /cannot be loaded: .*nothing\.wasm: .*ENOENT/ });
  const damaged = await broken('program.js', "'./chuhe.wasm'", "'./index.js'");
  await assert.rejects(damaged.open(), { name: 'Closed', message: /index\.js: .*(magic|compile)/i });
});
