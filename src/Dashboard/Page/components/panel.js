// A box with a heading.
// @ts-check
import { html } from '../lib/preact.js';

/** @param {{ title?: string, label?: string, class?: string, tools?: any, children?: any }} props */
export function Panel({ title, label = title, class: className = '', tools, children }) {
  return html`<section class="panel ${className}" aria-label=${label}>
    ${(title || tools) && html`<div class="head choices">${title && html`<h3>${title}</h3>`}${tools}</div>`} ${children}
  </section>`;
}
