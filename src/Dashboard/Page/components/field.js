// A labelled input or select.
// @ts-check
import { html } from '../lib/preact.js';

/** @param {{ label: string, name: string, [other: string]: any }} props */
export function Field({ label, name, ...rest }) {
  return html`<label class="field">
    <span>${label}</span>
    <input name=${name} autocomplete="off" spellcheck="false" ...${rest} />
  </label>`;
}

/** @param {{ label: string, value: string, options: [string, string][], onChange: (value: string) => void }} props */
export function Select({ label, value, options, onChange }) {
  return html`<label class="field">
    <span>${label}</span>
    <select value=${value} onChange=${(e) => onChange(e.target.value)}>
      ${options.map(([key, name]) => html`<option key=${key} value=${key} selected=${key === value}>${name}</option>`)}
    </select>
  </label>`;
}

/**
 * A field that filters what is listed beside it.
 * @param {{ label: string, value: string, onInput: (text: string) => void }} props
 */
export function Filter({ label, value, onInput }) {
  return html`<form class="form filter" role="search" aria-label=${label} onSubmit=${(e) => e.preventDefault()}>
    <${Field} label=${label} name="filter" value=${value} onInput=${(e) => onInput(e.target.value)} />
  </form>`;
}

/** Whether one of some texts contains what is looked for. */
export function matches(wanted, ...texts) {
  const part = wanted.trim().toLowerCase();
  return !part || texts.some((text) => text?.toLowerCase().includes(part));
}
