// A button that copies a text, and says so.
// @ts-check
import { html, useEffect, useState } from '../lib/preact.js';

const SAID_FOR = 2000;

/** @param {{ text: () => string, label: string, about?: string, class?: string }} props */
export function Copy({ text, label, about, class: className = '' }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    copyText(text()).then(
      () => setSaid('Copied'),
      () => setSaid('Not allowed'),
    );
  return html`<button
    type="button"
    class="copy ${className}"
    onClick=${copy}
    aria-label=${about ? `${label}: ${about}` : label}
  >
    <span role="status">${said || label}</span>
  </button>`;
}

// Without HTTPS there is no clipboard.
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hidden';
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('The browser refuses.');
  return undefined;
}
