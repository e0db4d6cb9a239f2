import { attr, svg } from './dom.js';

const SECONDS = 60;

/** 60 places, the newest at the right; a gap where there was nothing. Returns the largest value. */
export function chart(node, values, kind, height) {
  if (!node.firstChild) { svg('path', node, { class: `a-${kind}` }); svg('path', node, { class: `c-${kind}` }); }
  const max = Math.max(...values.map(v => v ?? 0), 1e-9), first = SECONDS - values.length;
  let line = '', area = '', run = [];
  const close = () => {
    if (run.length) {
      const points = run.map(([x, y]) => `${x} ${y.toFixed(1)}`);
      line += `M${points.join('L')}${run.length === 1 ? 'h.6' : ''}`;
      area += `M${run[0][0]} ${height}L${points.join('L')}L${run.at(-1)[0]} ${height}Z`;
    }
    run = [];
  };
  values.forEach((v, i) => v == null ? close() : run.push([first + i, height - 2 - (height - 6) * v / max]));
  close();
  attr(node.firstChild, 'd', area); attr(node.lastChild, 'd', line);
  return max;
}

export const spark = (parent, height, label) => svg('svg', parent, { viewBox: `0 0 59 ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label });
