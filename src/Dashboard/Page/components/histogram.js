// How many messages took how long.
// @ts-check
import { html } from '../lib/preact.js';
import { count, duration } from '../lib/format.js';

/** @param {{ title: string, kind: string, counts: number[], bounds: number[] }} props */
export function Histogram({ title, kind, counts, bounds }) {
  const names = [...bounds.map((b) => `≤ ${duration(b)}`), `> ${duration(bounds.at(-1))}`];
  const first = counts.findIndex((c) => c > 0);
  const last = counts.findLastIndex((c) => c > 0);
  const all = counts.reduce((a, b) => a + b, 0);
  const max = Math.max(...counts, 1);
  const shown = first < 0 ? [] : counts.slice(first, last + 1).map((c, i) => ({ name: names[first + i], c }));
  return html`<figure class="chart">
    <figcaption>
      <b>${title}</b>
      <span class="muted"
        >${all ? ` ${count(all)} measured in the last minute` : ' none measured in the last minute'}</span
      >
    </figcaption>
    <ol class="bars">
      ${shown.map(
        ({ name, c }) =>
          html`<li key=${name}>
            <span class="num">${name}</span>
            <span class="track"
              >${c > 0 && html`<i class="k-${kind}" style=${{ width: `${(100 * c) / max}%` }}></i>`}</span
            >
            <span>${c ? count(c) : ''}</span>
          </li>`,
      )}
    </ol>
  </figure>`;
}
