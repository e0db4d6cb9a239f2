// A button that shows all of a long list, or its first part again.
// @ts-check
import { html } from '../lib/preact.js';

/** @param {{ count: number, limit: number, isWhole: boolean, onToggle: () => void, of?: string }} props */
export function More({ count, limit, isWhole, onToggle, of = '' }) {
  if (count <= limit) return null;
  return html`<button type="button" class="more" onClick=${onToggle}>
    ${isWhole ? `Show the first ${limit} only` : `Show all ${count}${of}`}
  </button>`;
}
