// A command for a terminal, with a button that copies it.
// @ts-check
import { html } from '../lib/preact.js';
import { Copy } from './copy.js';

/** @param {{ text: string }} props */
export function Command({ text }) {
  return html`<span class="command">
    <code>${text}</code> <${Copy} label="Copy" about=${text} text=${() => text} />
  </span>`;
}
