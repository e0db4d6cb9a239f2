// The map of flows: layers from left to right, laid out by dagre. It is laid out again only when a type or an arrow comes or goes.
import { el, svg, text, attr } from './dom.js';
import { count, percent, perSecond } from './format.js';
import { typePage } from './status.js';

// Only this view needs it.
let dagre = null;
export const ready = async () => { dagre ??= await import('./dagre.js'); };

/** The names of boxes that are a namespace begin so. */
export const SPACE = '_in ';

export const MOST = 200, READ = 60;
// A part of the messages that is no accident.
const MANY = .01;
const HEIGHT = 34, CHARACTER = 7.2, LONGEST = 26, LABELS = 30, SMALLEST = .35, LARGEST = 3, READABLE = .75, STEP = 60, NAMED = 6;

const short = name => name.length <= LONGEST ? name : `…${name.slice(1 - LONGEST)}`;

const idOf = f => [f.sender, f.address ?? '', f.receiver].join('\n');

/** One arrow for each pair of types. */
function pairsOf(flows) {
  const pairs = new Map();
  for (const f of flows) {
    const id = idOf(f);
    const pair = pairs.get(id) ?? { id, from: f.sender, address: f.address, to: f.receiver, perSecond: 0, count: 0, failures: 0, messages: [] };
    pair.perSecond += f.perSecond; pair.count += f.messages; pair.failures += f.failures; pair.messages.push(f.message);
    pairs.set(id, pair);
  }
  return [...pairs.values()];
}

/** The part of a pair's messages that failed. */
export const shareOf = ({ failures, messages, count }) => failures && failures / Math.max(failures, count ?? messages);

/** Calls chosen with the pair of an arrow, with the name of a type, or with null; and open with a namespace. */
export function flowMap(parent, chosen, open) {
  const box = el('div', parent, 'map'), tools = el('div', box, 'tools');
  const node = svg('svg', box, { role: 'group', tabindex: 0, 'aria-label': 'Map of flows. Arrow keys move it, plus and minus zoom, 0 shows all of it. Tab leads to its arrows, Enter chooses one. The table below has the same.' });
  const defs = svg('defs', node), world = svg('g', node), edges = svg('g', world), boxes = svg('g', world);
  for (const kind of ['ok', 'bad']) {
    const marker = svg('marker', defs, { id: `arrow-${kind}`, class: `arrow ${kind}`, viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 14, markerHeight: 14, markerUnits: 'userSpaceOnUse', orient: 'auto' });
    svg('path', marker, { d: 'M0 1L10 5L0 9Z' });
  }
  const empty = el('p', box, 'empty', 'No message was timed in this time.');
  let key = null, size = { width: 1, height: 1 }, view = { x: 0, y: 0, k: 1 }, selected = null, drawn = new Map(), drag = null, moved = false;

  const place = () => attr(world, 'transform', `translate(${view.x.toFixed(1)} ${view.y.toFixed(1)}) scale(${view.k.toFixed(3)})`);
  const move = (x, y) => { view.x += x; view.y += y; place(); };
  const zoom = (factor, x = node.clientWidth / 2, y = node.clientHeight / 2) => {
    // All of a large map can be smaller than the smallest step.
    const k = Math.min(LARGEST, Math.max(Math.min(SMALLEST, view.k), view.k * factor));
    view = { k, x: x - (x - view.x) * k / view.k, y: y - (y - view.y) * k / view.k };
    place();
  };
  // All of it; at the beginning only as much as can be read, from the left.
  const fit = least => {
    const k = Math.min(1.2, Math.max(least, Math.min(node.clientWidth / size.width, node.clientHeight / size.height)));
    view = { k, x: Math.max(0, (node.clientWidth - size.width * k) / 2), y: Math.max(0, (node.clientHeight - size.height * k) / 2) };
    place();
  };
  for (const [name, label, act] of [['+', 'Zoom in', () => zoom(1.25)], ['−', 'Zoom out', () => zoom(.8)], ['All', 'Show all of the map', () => fit(SMALLEST / 2)]]) {
    const button = el('button', tools, '', name); button.type = 'button'; button.title = label; attr(button, 'aria-label', label); button.onclick = act;
  }
  const keys = { ArrowLeft: () => move(STEP, 0), ArrowRight: () => move(-STEP, 0), ArrowUp: () => move(0, STEP), ArrowDown: () => move(0, -STEP), '+': () => zoom(1.25), '-': () => zoom(.8), 0: () => fit(SMALLEST / 2), Escape: () => select(null) };
  node.onkeydown = e => { if (keys[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey) { keys[e.key](); e.preventDefault(); } };
  node.onwheel = e => { if (e.ctrlKey || e.metaKey) { e.preventDefault(); zoom(e.deltaY < 0 ? 1.15 : .87, e.offsetX, e.offsetY); } };
  node.onpointerdown = e => { moved = false; if (!e.button) drag = { x: e.clientX, y: e.clientY, id: e.pointerId, far: false }; };
  node.onpointermove = e => {
    if (!drag || drag.id !== e.pointerId) return;
    if (!drag.far && Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < 4) return;
    if (!drag.far) node.setPointerCapture(e.pointerId);
    move(e.clientX - drag.x, e.clientY - drag.y);
    drag = { ...drag, x: e.clientX, y: e.clientY, far: true };
  };
  node.onpointerup = () => { moved = drag?.far; drag = null; };
  node.onpointercancel = () => { drag = null; };
  // The end of a move is no click; the box of a type is a link, which a browser would drag.
  node.addEventListener('click', e => { if (moved) { e.stopPropagation(); e.preventDefault(); } moved = false; }, true);
  node.ondragstart = e => e.preventDefault();

  // An arrow by its id, or all arrows of a type.
  const isChosen = pair => selected !== null && (pair.id === selected || !pair.address && pair.from === selected || pair.to === selected);
  function select(id) {
    selected = id;
    for (const { node, pair } of drawn.values()) { node.classList.toggle('chosen', isChosen(pair)); attr(node, 'aria-pressed', pair.id === id); }
    for (const box of boxes.children) box.classList.toggle('chosen', box.dataset.type === id);
    node.classList.toggle('choosing', id !== null);
    chosen(id === null ? null : drawn.get(id)?.pair ?? id);
  }

  // An arrow that gets the focus comes into the picture.
  function reveal({ x, y }) {
    const at = { x: view.x + x * view.k, y: view.y + y * view.k };
    if (at.x < 0 || at.y < 0 || at.x > node.clientWidth || at.y > node.clientHeight) move(node.clientWidth / 2 - at.x, node.clientHeight / 2 - at.y);
  }

  function lay(pairs, nameOf) {
    const graph = new dagre.Graph().setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 90, edgesep: 12, marginx: 14, marginy: 14 }).setDefaultEdgeLabel(() => ({}));
    const add = (type, address) => {
      const name = nameOf(type, address), id = `of ${address ?? type}`;
      graph.setNode(id, { id, type, name, width: 26 + CHARACTER * short(name).length, height: HEIGHT });
      return id;
    };
    for (const pair of pairs) graph.setEdge(add(pair.from, pair.address), add(pair.to), { pair, width: pair.failures ? 92 : 46, height: 14, labelpos: 'c' });
    dagre.layout(graph);
    size = graph.graph();
    const focused = [...drawn].find(([, row]) => row.node === document.activeElement)?.[0];
    boxes.replaceChildren(); edges.replaceChildren(); drawn = new Map();
    for (const id of graph.nodes()) {
      const { type, name, x, y, width, height } = graph.node(id), isType = !type.startsWith('_'), isSpace = type.startsWith(SPACE);
      const g = svg(isType ? 'a' : 'g', boxes, isType ? { class: 'type', href: typePage(type), tabindex: -1 } : isSpace ? { class: 'type space', role: 'button', tabindex: 0 } : { class: 'type other' });
      svg('rect', g, { x: x - width / 2, y: y - height / 2, width, height, rx: 7 });
      svg('text', g, { x, y: y + 5 }).textContent = short(name);
      svg('title', g).textContent = name;
      if (isSpace) { g.onclick = () => open(name.slice(0, name.lastIndexOf(','))); g.onkeydown = e => { if (e.key === 'Enter' || e.key === ' ') { g.onclick(); e.preventDefault(); } }; }
      // As a link it opens in a new tab, too; a click chooses it.
      if (isType) { g.dataset.type = type; g.onclick = e => { if (!e.ctrlKey && !e.metaKey) { e.preventDefault(); select(selected === type ? null : type); } }; }
    }
    for (const edge of graph.edges()) {
      const { pair, points } = graph.edge(edge), g = svg('g', edges, { class: 'edge', role: 'button', tabindex: 0 }), end = graph.node(edge.v), isLoop = edge.v === edge.w;
      const { x, y } = isLoop ? { x: end.x, y: end.y + HEIGHT / 2 + 28 } : graph.edge(edge);
      const d = isLoop ? `M${end.x - 13} ${end.y + HEIGHT / 2}c-9 20 35 20 26 0` : `M${points[0].x} ${points[0].y}${points.slice(1, -1).map((p, i) => { const next = points[i + 2]; return i === points.length - 3 ? `Q${p.x} ${p.y} ${next.x} ${next.y}` : `Q${p.x} ${p.y} ${(p.x + next.x) / 2} ${(p.y + next.y) / 2}`; }).join('')}`;
      const row = { node: g, pair, line: svg('path', g, { class: 'line', d }), label: svg('text', g, { x, y: y - 7 }), title: svg('title', g) };
      svg('path', g, { class: 'touch', d });
      g.onclick = () => select(selected === pair.id ? null : pair.id);
      g.onkeydown = e => { if (e.key === 'Enter' || e.key === ' ') { g.onclick(); e.preventDefault(); } };
      g.onfocus = () => { if (g.matches(':focus-visible')) reveal({ x, y }); };
      drawn.set(pair.id, row);
    }
    if (selected !== null) select([...drawn.values()].some(row => isChosen(row.pair)) ? selected : null);
    drawn.get(focused)?.node.focus({ preventScroll: true });
  }

  // A layout of more takes seconds, and nobody can read it. An arrow that is drawn stays, so that the map does not change with every rate.
  const busiest = (pairs, most) => pairs.length <= most ? pairs : pairs.sort((a, b) => drawn.has(b.id) - drawn.has(a.id) || b.perSecond - a.perSecond).slice(0, most);

  return {
    select,
    /** Draws at most so many arrows, the busiest. Returns how many there are. */
    draw(flows, nameOf, most) {
      const pairs = busiest(pairsOf(flows), most), now = pairs.map(p => p.id).sort().join('\n\n'), top = Math.max(...pairs.map(p => p.perSecond), 1e-9);
      empty.hidden = pairs.length > 0; node.toggleAttribute('hidden', pairs.length === 0);
      if (now !== key) {
        const first = key === null || key === '';
        key = now;
        lay(pairs, nameOf);
        attr(node, 'height', Math.round(Math.min(Math.max(size.height * READABLE + 40, 220), 620)));
        if (first) fit(READABLE);
      }
      for (const pair of pairs) {
        const row = drawn.get(pair.id), share = shareOf(pair), bad = share >= MANY, failed = pair.failures ? `, ${count(pair.failures)} failed: ${percent(share)}` : '';
        row.pair = pair;
        attr(row.node, 'class', `edge ${bad ? 'bad' : 'ok'} ${pair.address ? 'remote' : ''} ${isChosen(pair) ? 'chosen' : ''}`);
        row.line.style.strokeWidth = `${(1.2 + 4.5 * Math.sqrt(pair.perSecond / top)).toFixed(1)}px`;
        attr(row.line, 'marker-end', `url(#arrow-${bad ? 'bad' : 'ok'})`);
        text(row.label, `${bad ? `✕ ${percent(share)}` : ''}${pairs.length <= LABELS ? `${bad ? ' of ' : ''}${perSecond(pair.perSecond)}/s` : ''}`);
        attr(row.node, 'aria-pressed', selected === pair.id);
        // The words that are seen are part of its name.
        attr(row.node, 'aria-label', `${nameOf(pair.from, pair.address)} → ${pair.messages.slice(0, NAMED).join(', ')} → ${nameOf(pair.to)}, ${bad ? row.label.textContent : `${perSecond(pair.perSecond)}/s${failed}`}`);
        text(row.title, `${nameOf(pair.from, pair.address)} to ${nameOf(pair.to)}: ${perSecond(pair.perSecond)}/s${failed}\n${pair.messages.slice(0, NAMED).join(', ')}`);
      }
      return { shown: pairs.length, all: new Set(flows.map(idOf)).size };
    },
  };
}
