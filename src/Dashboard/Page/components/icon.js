// Health as a sign, beside words that say the same.
// @ts-check
import { html } from '../lib/preact.js';

/** @type {Record<string, string>} */
export const icons = { healthy: '✓', degraded: '▲', unhealthy: '✕' };

export function Icon({ health, sign = icons[health] ?? '' }) {
  return sign ? html`<span class="icon ${health}" aria-hidden="true">${sign}</span>` : null;
}
