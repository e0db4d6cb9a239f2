// A row of figures, each with its name.
// @ts-check
import { html } from '../lib/preact.js';

/** @param {{ label: string, figures: { name: string, value: any, isBad?: boolean }[] }} props */
export function Figures({ label, figures }) {
  return html`<dl class="panel figures" aria-label=${label}>
    ${figures.map(
      ({ name, value, isBad }) =>
        html`<div key=${name}>
          <dt class="muted">${name}</dt>
          <dd class="big ${isBad ? 'hit' : ''}">${value}</dd>
        </div>`,
    )}
  </dl>`;
}
