const REPORT = JSON.parse($('report').textContent);
const { moves, positions } = REPORT;
const SVG = 'http://www.w3.org/2000/svg';
const NAMES = { k: 'king', a: 'advisor', b: 'elephant', n: 'horse', r: 'rook', c: 'cannon', p: 'pawn' };
const SIGNS = { best: '★', good: '', inaccuracy: '?!', mistake: '?', blunder: '??', only: '□', book: '▤' };
const CLASSES = ['best', 'good', 'book', 'only', 'inaccuracy', 'mistake', 'blunder'];
const WEAK = ['inaccuracy', 'mistake', 'blunder'];
let ply = 0;
let flipped = false;
let chart = 'chance';
let notation = remembered('notation') ?? '';
let style = remembered('pieces') ?? 'traditional';
/** A line that is followed on the board: where it begins, its moves, how many of them are made. */
let followed = null;

function make(name, attributes = {}, ...children) {
  const element = name.startsWith('svg:') ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function clicked(element, act) {
  element.addEventListener('click', act);
  return element;
}
const scoreText = ({ cp, mate }) => (mate !== undefined ? `#${mate}` : cp === 0 ? '0.00' : `${cp > 0 ? '+' : '−'}${(Math.abs(cp) / 100).toFixed(2)}`);
const moveText = (move) => move[notation || (language === 'zh' ? 'chinese' : 'wxf')];
const numbered = (move) => `${move.number}${move.side === 'red' ? '.' : '…'} ${moveText(move)}`;
const share = ([red, draw]) => (red + draw / 2) / 1000;

function centre(square) {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]);
  return [72 + 100 * (flipped ? 8 - file : file), 72 + 100 * (flipped ? rank : 9 - rank)];
}
function placementOf(fen) {
  const placed = new Map();
  fen.split(' ')[0].split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= '1' && letter <= '9') file += Number(letter);
      else placed.set(String.fromCharCode(97 + file++) + (9 - index), letter);
    }
  });
  return placed;
}
function makeMove(placed, move) {
  const piece = placed.get(move.slice(0, 2));
  placed.delete(move.slice(0, 2));
  if (piece) placed.set(move.slice(2), piece);
}

function drawBoard(animated) {
  const placed = placementOf(positions[ply].fen);
  let last = moves[ply - 1]?.move ?? null;
  let title = ply === 0 ? say('start') : say('played', { m: numbered(moves[ply - 1]) });
  if (followed) {
    for (const move of followed.moves.slice(0, followed.made)) makeMove(placed, (last = move.move));
    title = `${say('variation')}: ${moveText(followed.moves[followed.made - 1])}`;
  }
  $('board').setAttribute('aria-label', `${say('board')}: ${title}`);
  $('ground').toggleAttribute('hidden', flipped);
  $('ground-turned').toggleAttribute('hidden', !flipped);
  $('marks').replaceChildren();
  if (last) {
    for (const [id, square] of [['mark-from', last.slice(0, 2)], ['mark-to', last.slice(2)]]) {
      const [x, y] = centre(square);
      $('marks').append(make('svg:use', { href: `#${id}`, x, y }));
    }
  }
  $('placed').replaceChildren();
  for (const [square, letter] of placed) {
    const [x, y] = centre(square);
    const side = letter === letter.toUpperCase() ? 'red' : 'black';
    const piece = make('svg:use', { href: `#${style}-${side}-${NAMES[letter.toLowerCase()]}`, x, y, 'data-square': square, 'data-piece': letter });
    $('placed').append(piece);
    if (animated && last?.slice(2) === square && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const [fromX, fromY] = centre(last.slice(0, 2));
      $('placed').append(piece);
      piece.animate([{ transform: `translate(${fromX - x}px, ${fromY - y}px)` }, { transform: 'none' }], { duration: 160, easing: 'ease-out' });
    }
  }
  $('arrows').replaceChildren();
  const better = followed ? null : moves[ply - 1]?.better?.moves[0];
  if (better) {
    const [[x1, y1], [x2, y2]] = [centre(better.move.slice(0, 2)), centre(better.move.slice(2))];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const at = (from) => [x1 + ((x2 - x1) * from) / length, y1 + ((y2 - y1) * from) / length];
    const [[sx, sy], [ex, ey]] = [at(30), at(length - 44)];
    $('arrows').append(make('svg:line', { x1: sx, y1: sy, x2: ex, y2: ey, stroke: '#15803d', 'stroke-width': 16, 'stroke-opacity': 0.8, 'marker-end': 'url(#head)' }));
  }
  $('fen').textContent = followed ? '' : positions[ply].fen;
  $('variation').hidden = !followed;
  $('place').textContent = `${ply} / ${moves.length}`;
}
function drawBar() {
  const { wdl, score } = positions[ply];
  const [red, draw, black] = wdl.map((part) => part / 10);
  const [upper, middle, lower] = $('bar').querySelectorAll('i');
  upper.style.flexBasis = `${black}%`;
  middle.style.flexBasis = `${draw}%`;
  lower.style.flexBasis = `${red}%`;
  $('bar').classList.toggle('turned', flipped);
  $('bar-score').textContent = scoreText(score);
  const percent = (number) => Math.round(number);
  $('bar').setAttribute('aria-label', `${scoreText(score)}. ${say('chances', { r: percent(red), d: percent(draw), b: percent(black) })}`);
}

function drawGraph() {
  const [width, height, edge] = [600, 150, 8];
  const y = (share) => edge + (1 - share) * (height - 2 * edge);
  const x = (index) => (moves.length === 0 ? 0 : (index / moves.length) * width);
  const line = (value) => positions.map((position, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${value(position).toFixed(1)}`).join('');
  const area = (value) => `${line(value)}L${x(moves.length)} ${height}L0 ${height}Z`;
  const pawns = ({ score, wdl }) => (score.mate === undefined ? score.cp / 100 : wdl[0] > wdl[2] ? 99 : -99);
  const worth = (position) => (chart === 'chance' ? share(position.wdl) : 0.5 + Math.atan(pawns(position) / 2) / Math.PI);
  const curve = (position) => y(worth(position));
  const graph = $('graph');
  graph.replaceChildren();
  if (chart === 'chance') {
    graph.append(make('svg:path', { class: 'draw-area', d: area(({ wdl }) => y(1 - wdl[2] / 1000)) }));
    graph.append(make('svg:path', { class: 'red-area', d: area(({ wdl }) => y(wdl[0] / 1000)) }));
  } else {
    graph.append(make('svg:path', { class: 'red-area', d: area(curve) }));
  }
  graph.append(make('svg:line', { class: 'zero', x1: 0, x2: width, y1: height / 2, y2: height / 2 }), make('svg:path', { class: 'curve', d: line(curve) }));
  moves.forEach((move, index) => {
    if (!WEAK.includes(move.class)) return;
    const d = `M${x(index + 1).toFixed(1)} ${curve(positions[index + 1]).toFixed(1)}h0`;
    graph.append(make('svg:path', { class: 'dot-edge', d }), make('svg:path', { class: `dot ${move.class}`, d }));
  });
  graph.append(make('svg:line', { class: 'now', x1: x(ply), x2: x(ply), y1: 0, y2: height }));
  graph.setAttribute('aria-label', say('graph'));
  $('by-chance').setAttribute('aria-pressed', chart === 'chance');
  $('by-evaluation').setAttribute('aria-pressed', chart !== 'chance');
}

function lineRow(label, line, from) {
  const row = make('div', { class: 'line' }, make('span', {}, label), make('b', { class: 'score' }, scoreText(line.score)), ' ');
  line.moves.forEach((move, index) => {
    const isHere = followed?.moves === line.moves && followed.made === index + 1;
    const button = make('button', { type: 'button', 'aria-current': isHere ? 'true' : null }, moveText(move));
    row.append(clicked(button, () => follow(from, line.moves, index + 1)));
  });
  return row;
}
/** Why a move was weak, with the moves in the notation that is shown. */
function reasons({ why, better, punished_by }) {
  const first = (line) => (line?.moves[0] ? moveText(line.moves[0]) : '');
  const said = [why.cost, why.missed].filter(Boolean).map((line) => (language === 'zh' ? line.words_zh : line.words_en));
  return said.join(language === 'zh' ? '' : ' ').replaceAll('{reply}', first(punished_by)).replaceAll('{better}', first(better));
}
function drawVerdict() {
  const at = followed?.at ?? ply;
  const panel = $('verdict');
  const move = moves[at - 1];
  panel.className = `verdict ${move?.class ?? ''}`;
  const parts = [];
  const position = positions[at];
  if (move) {
    const facts = [say(`class_${move.class}`), scoreText(position.score)];
    if (move.loss >= 0.1) facts.push(say('lost', { n: move.loss.toFixed(1) }));
    parts.push(make('h3', {}, `${numbered(move)} ${SIGNS[move.class]} `, make('small', {}, facts.join(' · '))));
    if (move.event) {
      const words = language === 'zh' ? move.event.words_zh : move.event.words_en;
      parts.push(make('p', { class: 'event' }, make('strong', {}, say(`rule_${move.event.kind}`)), words));
    }
    if (move.why) parts.push(make('p', { class: 'why' }, reasons(move)));
    if (move.better) parts.push(lineRow(say('better', { m: moveText(move.better.moves[0]) }), move.better, at - 1));
  } else {
    parts.push(make('h3', {}, say('start')));
  }
  position.lines.forEach((line, index) => {
    const label = index > 0 ? say('line', { n: index + 1 }) : move?.punished_by ? say('punished') : say('best_line');
    parts.push(lineRow(label, line, at));
  });
  panel.replaceChildren(...parts);
}

function drawMoves() {
  const list = $('moves');
  list.replaceChildren();
  moves.forEach((move, index) => {
    if (index === 0 || move.side === 'red') list.append(make('span', { class: 'number' }, `${move.number}.`));
    if (index === 0 && move.side === 'black') list.append(make('span', {}, '…'));
    const label = make('span', { class: 'unseen' }, say(`class_${move.class}`));
    const button = make(
      'button',
      { type: 'button', class: move.class, 'data-ply': index + 1 },
      make('span', {}, moveText(move)),
      make('span', { class: 'worth' }, scoreText(positions[index + 1].score)),
      make('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[move.class]),
      label,
    );
    list.append(clicked(button, () => goTo(index + 1)));
  });
}
function markMove() {
  for (const button of $('moves').querySelectorAll('button')) {
    const isHere = Number(button.dataset.ply) === ply;
    if (!isHere) button.removeAttribute('aria-current');
    else {
      button.setAttribute('aria-current', 'true');
      const list = $('moves');
      const top = button.offsetTop;
      if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
    }
  }
}

function drawPlayers() {
  const { tags, accuracy, counts, opening, result, program, settings } = REPORT;
  const player = (side, tag) =>
    make(
      'div',
      { class: `player ${side}` },
      make('div', { class: 'ring', style: `--share: ${accuracy[side]}`, title: say('accuracy') }, make('span', {}, accuracy[side].toFixed(1))),
      make('div', {}, make('strong', {}, tags[tag] || say(side)), make('span', { class: 'quiet' }, `${say(side)} · ${say('accuracy')}`)),
    );
  $('players').replaceChildren(player('red', 'Red'), make('span', { class: 'result' }, result === '*' ? '–' : result.replace(/1\/2/g, '½')), player('black', 'Black'));
  const name = opening && (language === 'zh' ? opening.name_zh ?? opening.name_en : [opening.name_en, opening.name_zh].filter(Boolean).join(' · '));
  $('facts').textContent = [tags.Event, tags.Site, tags.Date, name].filter(Boolean).join(' · ');
  const rows = CLASSES.filter((name) => (counts.red[name] ?? 0) + (counts.black[name] ?? 0) > 0).map((name) =>
    make('tr', {}, make('th', { scope: 'row', class: name }, say(`class_${name}`)), make('td', {}, String(counts.red[name] ?? 0)), make('td', {}, String(counts.black[name] ?? 0))),
  );
  const head = make('tr', {}, make('td'), make('th', { scope: 'col' }, say('red')), make('th', { scope: 'col' }, say('black')));
  const first = make('tr', {}, make('th', { scope: 'row' }, say('accuracy')), make('td', {}, accuracy.red.toFixed(1)), make('td', {}, accuracy.black.toFixed(1)));
  $('summary').replaceChildren(make('table', {}, make('thead', {}, head), make('tbody', {}, first, ...rows)));
  const [kind, number] = Object.entries(settings.limit)[0];
  $('made-by').textContent = say('made_by', { p: program, l: say(`limit_${kind}`, { n: number.toLocaleString(language) }), e: say(`rules_${settings.rules}`) });
}

function draw(animated = false) {
  drawBoard(animated);
  drawBar();
  drawGraph();
  drawVerdict();
  markMove();
}
function goTo(next) {
  const target = Math.max(0, Math.min(moves.length, next));
  const isForward = target === ply + 1 && !followed;
  followed = null;
  ply = target;
  draw(isForward);
}
/** Shows a line that begins at a ply, and keeps what is said of the move that is being looked at. */
function follow(from, line, made) {
  const at = followed?.at ?? ply;
  followed = { at, moves: line, made };
  ply = from;
  draw(true);
}
function leave() {
  if (followed) goTo(followed.at);
}
function step(by) {
  if (!followed) goTo(ply + by);
  else if (by > 0) follow(ply, followed.moves, Math.min(followed.moves.length, followed.made + 1));
  else if (followed.made > 1) follow(ply, followed.moves, followed.made - 1);
  else leave();
}
function jump() {
  const from = followed?.at ?? ply;
  const next = moves.findIndex((move, index) => index >= from && WEAK.includes(move.class));
  const target = next >= 0 ? next : moves.findIndex((move) => WEAK.includes(move.class));
  if (target >= 0) goTo(target + 1);
}
function flip() {
  flipped = !flipped;
  draw();
}

clicked($('first'), () => goTo(0));
clicked($('previous'), () => step(-1));
clicked($('next'), () => step(1));
clicked($('last'), () => goTo(moves.length));
clicked($('flip'), flip);
clicked($('back'), leave);
clicked($('jump'), jump);
clicked($('by-chance'), () => { chart = 'chance'; drawGraph(); });
clicked($('by-evaluation'), () => { chart = 'evaluation'; drawGraph(); });
clicked($('graph'), (event) => {
  const box = $('graph').getBoundingClientRect();
  goTo(Math.round(((event.clientX - box.left) / box.width) * moves.length));
});
$('notation').addEventListener('change', (event) => {
  notation = event.target.value;
  remember('notation', notation);
  relabel();
});
$('pieces').addEventListener('change', (event) => {
  style = event.target.value;
  remember('pieces', style);
  draw();
});
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('select, input')) return;
  const act = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => goTo(0), End: () => goTo(moves.length), Escape: leave, f: flip, n: jump }[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});
relabel = () => {
  $('notation').value = notation || (language === 'zh' ? 'chinese' : 'wxf');
  drawPlayers();
  drawMoves();
  draw();
};
$('pieces').value = style;
$('all').hidden = REPORT.in_index !== true;
relabel();
const wanted = /^#(\d+)$/.exec(location.hash);
if (wanted) goTo(Number(wanted[1]));
