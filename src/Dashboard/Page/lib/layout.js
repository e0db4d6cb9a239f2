// Where the boxes and arrows of the map stand: layers from left to right, by dagre.
// @ts-check

/** @import { Pair } from './flows.js' */
/** @typedef {{ id: string, type: string, name: string, x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ pair: Pair, d: string, x: number, y: number }} Arrow */
/** @typedef {{ width: number, height: number, boxes: Box[], arrows: Arrow[] }} Layout */

export const BOX = { height: 44, character: 7.3, padding: 28, longest: 28 };

/** A name that is too long loses its middle. */
export const cut = (name, most = BOX.longest) =>
  name.length <= most ? name : `${name.slice(0, Math.ceil(most / 2) - 1)}…${name.slice(1 - Math.floor(most / 2))}`;

// Below this scale letters are hard to read: then the layers turn round at the end of the window, as a text does.
const READABLE = 0.75;
const ROW_GAP = 34;

/**
 * @param {any} dagre
 * @param {Pair[]} pairs
 * @param {(type: string, address?: string | null) => string} nameOf
 * @param {(type: string) => string} factsOf The second line of a box, for its width.
 * @param {{ width: number, height: number }} [room] Where all of it should be seen.
 * @returns {Layout}
 */
export function layoutOf(dagre, pairs, nameOf, factsOf, room = { width: Infinity, height: Infinity }) {
  const graph = new dagre.Graph()
    .setGraph({ rankdir: 'LR', acyclicer: 'greedy', nodesep: 18, ranksep: 96, edgesep: 12, marginx: 14, marginy: 14 })
    .setDefaultEdgeLabel(() => ({}));
  const add = (type, address) => {
    const name = cut(nameOf(type, address));
    const id = `of ${address ?? type}`;
    const letters = Math.max(name.length, 0.86 * factsOf(type).length);
    graph.setNode(id, { id, type, name, width: BOX.padding + BOX.character * letters, height: BOX.height });
    return id;
  };
  for (const pair of pairs) {
    graph.setEdge(add(pair.from, pair.address), add(pair.to), { pair, width: 62, height: 14, labelpos: 'c' });
  }
  dagre.layout(graph);
  const { place, width, height } = turned(graph, room);
  const boxes = graph.nodes().map((id) => ({ ...graph.node(id), ...place(graph.node(id)) }));
  const known = new Map(boxes.map((b) => [b.id, b]));
  const arrows = graph.edges().map((edge) => {
    const { pair, points, ...at } = graph.edge(edge);
    const end = known.get(edge.v);
    if (edge.v !== edge.w) return { pair, d: curve(points.map(place)), ...place(at) };
    const bottom = end.y + BOX.height / 2;
    return { pair, d: `M${end.x - 13} ${bottom}c-9 20 35 20 26 0`, x: end.x, y: bottom + 28 };
  });
  return { width: Math.max(width, 1), height: Math.max(height, 1), boxes, arrows };
}

/**
 * Where a point of the graph stands. Layers that do not fit into the window side by side stand in rows, of which every
 * second one runs from right to left, so that what follows each other stays together.
 */
function turned(graph, room) {
  const { width, height } = graph.graph();
  const scaleOf = (w, h) => Math.min(room.width / w, room.height / h);
  const straight = { place: ({ x, y }) => ({ x, y }), width, height };
  if (scaleOf(width, height) >= READABLE) return straight;
  const layers = layersOf(graph);
  let best = { rows: [layers], scale: scaleOf(width, height), widest: width };
  for (let count = 2; count <= layers.length; count++) {
    const rows = rowsOf(layers, width / count);
    const widest = Math.max(...rows.map(lengthOf));
    const scale = scaleOf(widest, rows.length * (height + ROW_GAP));
    if (scale > best.scale) best = { rows, scale, widest };
  }
  const { rows, widest } = best;
  if (rows.length < 2) return straight;
  const ends = rows.slice(0, -1).map((row) => row[row.length - 1].to);
  const place = ({ x, y }) => {
    const row = ends.filter((to) => x > to).length;
    const along = x - rows[row][0].from;
    return { x: row % 2 ? widest - along : along, y: y + row * (height + ROW_GAP) };
  };
  return { place, width: widest, height: rows.length * (height + ROW_GAP) - ROW_GAP };
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
    if (layer.to - row[0].from > 1.001 * length) rows.push([layer]);
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
