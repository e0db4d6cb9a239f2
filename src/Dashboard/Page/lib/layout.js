// Where the boxes and arrows of the map stand: layers from left to right, by dagre.
// @ts-check

/** @import { Pair } from './flows.js' */
/** @typedef {{ id: string, type: string, name: string, x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ pair: Pair, d: string, x: number, y: number }} Arrow */
/** @typedef {{ width: number, height: number, boxes: Box[], arrows: Arrow[], isDense: boolean }} Layout */

export const BOX = { height: 44, character: 7.3, padding: 28, longest: 28 };

/** A name that is too long loses its middle. */
export const cut = (name, most = BOX.longest) =>
  name.length <= most ? name : `${name.slice(0, Math.ceil(most / 2) - 1)}…${name.slice(1 - Math.floor(most / 2))}`;

// Below this scale letters are hard to read: then the layers turn round at the end of the window, as a text does.
const READABLE = 0.65;
const ROW_GAP = 34;
// More arrows from row to row would be a tangle.
const TURNING = 2;

/**
 * @param {any} dagre
 * @param {Pair[]} pairs
 * @param {(type: string, address?: string | null) => string} nameOf
 * @param {(type: string) => string} factsOf The second line of a box, for its width.
 * @param {{ width: number, height: number }} [room] Where all of it should be seen.
 * @returns {Layout}
 */
export function layoutOf(dagre, pairs, nameOf, factsOf, room = { width: Infinity, height: Infinity }) {
  const wide = layout(dagre, pairs, nameOf, factsOf, room, false);
  if (scaleOf(wide, room) >= READABLE) return wide;
  const dense = layout(dagre, pairs, nameOf, factsOf, room, true);
  return scaleOf(dense, room) > 1.1 * scaleOf(wide, room) ? dense : wide;
}

const scaleOf = ({ width, height }, room) => Math.min(room.width / width, room.height / height);

// A dense one has no room for the rates on its arrows.
function layout(dagre, pairs, nameOf, factsOf, room, isDense) {
  const gaps = isDense ? { nodesep: 10, ranksep: 48, edgesep: 4 } : { nodesep: 18, ranksep: 96, edgesep: 12 };
  const graph = new dagre.Graph()
    .setGraph({ rankdir: 'LR', acyclicer: 'greedy', marginx: 14, marginy: 14, ...gaps })
    .setDefaultEdgeLabel(() => ({}));
  const add = (type, address) => {
    const name = cut(nameOf(type, address));
    const id = `of ${address ?? type}`;
    const letters = Math.max(name.length, 0.86 * factsOf(type).length);
    graph.setNode(id, { id, type, name, width: BOX.padding + BOX.character * letters, height: BOX.height });
    return id;
  };
  for (const pair of pairs) {
    const label = isDense ? {} : { width: 62, height: 14, labelpos: 'c' };
    graph.setEdge(add(pair.from, pair.address), add(pair.to), { pair, ...label });
  }
  dagre.layout(graph);
  const { place, rowOf, width, height } = turned(graph, room);
  const boxes = graph.nodes().map((id) => ({ ...graph.node(id), ...place(graph.node(id)) }));
  const known = new Map(boxes.map((b) => [b.id, b]));
  const arrows = graph.edges().map((edge) => {
    const { pair, points, x, y } = graph.edge(edge);
    const at = x == null ? points[Math.floor(points.length / 2)] : { x, y };
    const end = known.get(edge.v);
    if (rowOf(graph.node(edge.v)) !== rowOf(graph.node(edge.w))) return { pair, ...turn(end, known.get(edge.w)) };
    if (edge.v !== edge.w) return { pair, d: curve(points.map(place)), ...place(at) };
    const bottom = end.y + BOX.height / 2;
    return { pair, d: `M${end.x - 13} ${bottom}c-9 20 35 20 26 0`, x: end.x, y: bottom + 28 };
  });
  return { width: Math.max(width, 1), height: Math.max(height, 1), boxes, arrows, isDense };
}

/**
 * Where a point of the graph stands. Layers that do not fit into the window side by side stand in rows, of which every
 * second one runs from right to left, so that what follows each other stays together.
 */
function turned(graph, room) {
  const { width, height } = graph.graph();
  const straight = { place: ({ x, y }) => ({ x, y }), rowOf: () => 0, width, height };
  if (scaleOf({ width, height }, room) >= READABLE) return straight;
  const layers = layersOf(graph);
  let best = { rows: [layers], scale: scaleOf({ width, height }, room), widest: width };
  for (const end of layers) {
    const rows = rowsOf(layers, end.to);
    const widest = Math.max(...rows.map(lengthOf));
    const scale = scaleOf({ width: widest, height: rows.length * (height + ROW_GAP) }, room);
    if (scale > best.scale && turning(graph, rows) <= TURNING * (rows.length - 1)) best = { rows, scale, widest };
  }
  const { rows, widest } = best;
  if (rows.length < 2) return straight;
  const ends = rows.slice(0, -1).map((row) => row[row.length - 1].to);
  const rowOf = ({ x }) => ends.filter((to) => x > to).length;
  const place = ({ x, y }) => {
    const row = rowOf({ x });
    const along = x - rows[row][0].from;
    return { x: row % 2 ? widest - along : along, y: y + row * (height + ROW_GAP) };
  };
  return { place, rowOf, width: widest, height: rows.length * (height + ROW_GAP) - ROW_GAP };
}

/** An arrow from one row to another: from below a box to the top of the next, or the other way. */
function turn(from, to) {
  const down = to.y > from.y ? 1 : -1;
  const [begin, end] = [from.y + (down * BOX.height) / 2, to.y - (down * BOX.height) / 2];
  const middle = (begin + end) / 2;
  const d = `M${from.x} ${begin}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${end}`;
  return { d, x: (from.x + to.x) / 2 + 26, y: middle + 7 };
}

/** How many arrows lead from one row to another. */
function turning(graph, rows) {
  const rowOf = (id) => rows.findIndex((row) => graph.node(id).x <= row[row.length - 1].to);
  return graph.edges().filter((edge) => rowOf(edge.v) !== rowOf(edge.w)).length;
}

const lengthOf = (row) => row[row.length - 1].to - row[0].from;

/** From where to where each layer reaches; they meet between their boxes. */
function layersOf(graph) {
  /** @type {Map<number, { x: number, half: number }>} */
  const found = new Map();
  for (const id of graph.nodes()) {
    const { x, width } = graph.node(id);
    found.set(x, { x, half: Math.max(found.get(x)?.half ?? 0, width / 2) });
  }
  const layers = [...found.values()].sort((a, b) => a.x - b.x);
  const between = layers.slice(1).map((next, i) => (layers[i].x + layers[i].half + next.x - next.half) / 2);
  return layers.map((_, i) => ({ from: between[i - 1] ?? 0, to: between[i] ?? graph.graph().width }));
}

/** Layers in rows of about this length. */
function rowsOf(layers, length) {
  const rows = [[layers[0]]];
  for (const layer of layers.slice(1)) {
    const row = rows[rows.length - 1];
    if (layer.to - row[0].from > length + 1) rows.push([layer]);
    else row.push(layer);
  }
  return rows;
}

function curve([first, ...rest]) {
  const parts = rest.slice(0, -1).map((p, i) => {
    const next = rest[i + 1];
    const isLast = i === rest.length - 2;
    return isLast ? `Q${p.x} ${p.y} ${next.x} ${next.y}` : `Q${p.x} ${p.y} ${(p.x + next.x) / 2} ${(p.y + next.y) / 2}`;
  });
  const line = rest.length === 1 ? `L${rest[0].x} ${rest[0].y}` : '';
  return `M${first.x} ${first.y}${parts.join('')}${line}`;
}
