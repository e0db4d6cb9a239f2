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

/**
 * @param {any} dagre
 * @param {Pair[]} pairs
 * @param {(type: string, address?: string | null) => string} nameOf
 * @param {(type: string) => string} factsOf The second line of a box, for its width.
 * @returns {Layout}
 */
export function layoutOf(dagre, pairs, nameOf, factsOf) {
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
  const { width, height } = graph.graph();
  const boxes = graph.nodes().map((id) => graph.node(id));
  const arrows = graph.edges().map((edge) => {
    const { pair, points, x, y } = graph.edge(edge);
    const end = graph.node(edge.v);
    if (edge.v !== edge.w) return { pair, d: curve(points), x, y };
    const bottom = end.y + BOX.height / 2;
    return { pair, d: `M${end.x - 13} ${bottom}c-9 20 35 20 26 0`, x: end.x, y: bottom + 28 };
  });
  return { width: Math.max(width, 1), height: Math.max(height, 1), boxes, arrows };
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
