// A small line of a list of values, the newest at the right; a gap where nothing is known.
// @ts-check
import { html } from '../lib/preact.js';

const WIDTH = 59;
const HEIGHT = 24;

/** @param {{ values: (number | null)[], kind: string, least?: number }} props */
export function Spark({ values, kind, least = 0 }) {
  const max = Math.max(least, ...values.map((v) => v ?? 0), 1e-9);
  const x = (i) => WIDTH - (values.length - 1 - i);
  const y = (v) => (HEIGHT - 1 - ((HEIGHT - 3) * v) / max).toFixed(1);
  /** @type {string[][]} */
  const runs = [];
  values.forEach((v, i) => {
    if (v == null || x(i) < -1) return;
    if (i === 0 || values[i - 1] == null || x(i - 1) < -1) runs.push([]);
    runs.at(-1)?.push(`${x(i)} ${y(v)}`);
  });
  const line = runs.map((run) => `M${run.join('L')}${run.length === 1 ? 'h1.5' : ''}`).join('');
  const left = (run) => run[0].split(' ')[0];
  const right = (run) => run.at(-1).split(' ')[0];
  const area = runs.map((run) => `M${left(run)} ${HEIGHT}L${run.join('L')}L${right(run)} ${HEIGHT}Z`).join('');
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <path class="a-${kind}" d=${area} />
    <path class="c-${kind}" d=${line} />
  </svg>`;
}
