// The choice between light, dark and what the system has.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { read, write } from '../lib/store.js';

const themes = { '': 'Theme: auto', light: 'Theme: light', dark: 'Theme: dark' };

function apply(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

const chosen = () => (['light', 'dark'].includes(read('theme')) ? read('theme') : '');

export const startTheme = () => apply(chosen());

export function Theme() {
  const [theme, setTheme] = useState(chosen);
  const choose = (e) => {
    setTheme(e.target.value);
    apply(e.target.value);
    write('theme', e.target.value);
  };
  return html`<label class="theme">
    <span class="hidden">Colours</span>
    <select name="theme" onChange=${choose}>
      ${Object.entries(themes).map(
        ([value, name]) => html`<option key=${value} value=${value} selected=${value === theme}>${name}</option>`,
      )}
    </select>
  </label>`;
}
