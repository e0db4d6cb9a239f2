// The links to the views, in groups, each with the number of troubles that it shows. On a phone a button opens them.
// @ts-check
import { html, useEffect, useRef, useState } from '../lib/preact.js';
import { viewOfKind } from '../lib/words.js';
import { groups } from '../views/views.js';
import { Theme } from './theme.js';

/** @param {{ view: string, status: import('../data/answers.d.ts').Status | null }} props */
export function Navigation({ view, status }) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => setOpen(false), [view]);
  const close = (e) => {
    if (e.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    menu.current?.focus();
  };
  return html`<div class="menu">
    <button
      type="button"
      class="open-menu"
      ref=${menu}
      aria-expanded=${isOpen}
      aria-controls="views"
      onClick=${() => setOpen(!isOpen)}
    >
      Menu
    </button>
    <nav id="views" class=${isOpen ? 'open' : ''} aria-label="Views" onKeyDown=${close}>
      ${groups.map(
        (group, i) =>
          html`<ul key=${i}>
            ${Object.entries(group).map(
              ([name, { title }]) =>
                (name !== 'cluster' || status?.cluster || view === name) &&
                html`<li key=${name}>
                  <a href="#/${name}" aria-current=${view === name ? 'page' : undefined}>
                    ${title}<${Count} n=${troublesIn(name, status)} />
                  </a>
                </li>`,
            )}
          </ul>`,
      )}
      <${Theme} />
    </nav>
  </div>`;
}

function Count({ n }) {
  if (!n) return null;
  return html`<span class="count">${n}<span class="hidden"> ${n === 1 ? 'trouble' : 'troubles'}</span></span>`;
}

function troublesIn(name, status) {
  if (!status) return 0;
  const own = status.counts.reduce((sum, c) => sum + (viewOfKind[c.kind] === name ? c.count : 0), 0);
  return own + (name === 'cluster' ? status.others.length : 0);
}
