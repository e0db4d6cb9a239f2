// A sentence whose numbers stand out and whose paths, traces and actor types are links. Of an exception the namespace
// is shown where the pointer rests.
// @ts-check
import { html } from '../lib/preact.js';
import { shortType } from '../lib/format.js';
import { partsOf } from '../lib/rich.js';

/** @param {{ text: string, names?: string[] }} props */
export function RichText({ text, names }) {
  return partsOf(text, names).map((part) => {
    if (part.href) return html`<a href=${part.href}><bdi>${part.words}</bdi></a>`;
    if (part.isException) return html`<bdi title=${part.words}>${shortType(part.words)}</bdi>`;
    return part.isFigure ? html`<b class="figure">${part.words}</b>` : html`<bdi>${part.words}</bdi>`;
  });
}
