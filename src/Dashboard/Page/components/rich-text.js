// A sentence whose numbers stand out and whose paths, traces and actor types are links.
// @ts-check
import { html } from '../lib/preact.js';
import { partsOf } from '../lib/rich.js';

/** @param {{ text: string, names?: string[] }} props */
export function RichText({ text, names }) {
  return partsOf(text, names).map((part) => {
    if (part.href) return html`<a href=${part.href}><bdi>${part.words}</bdi></a>`;
    return part.isFigure ? html`<b class="figure">${part.words}</b>` : html`<bdi>${part.words}</bdi>`;
  });
}
