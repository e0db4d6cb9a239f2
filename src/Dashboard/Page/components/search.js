// One search for types, paths, traces, messages and entities. The key / leads to it.
// @ts-check
import { html, useEffect, useRef, useState } from '../lib/preact.js';
import { get } from '../data/api.js';
import { hitsOf } from '../lib/search.js';
import { titles } from '../views/views.js';

const isTyping = (e) => e.target instanceof HTMLElement && !!e.target.closest('input, select, textarea');

export function Search() {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [known, setKnown] = useState({ types: /** @type {string[]} */ ([]), messages: /** @type {string[]} */ ([]) });
  useEffect(() => {
    const pressed = (e) => {
      if (e.key !== '/' || e.ctrlKey || e.metaKey || e.altKey || isTyping(e)) return;
      e.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  const hits = hitsOf(text, { ...known, views: titles });
  const isOpen = hits.length > 0;
  const close = () => setText('');
  const go = (hit) => {
    location.hash = hit.href;
    close();
    input.current?.blur();
  };
  const keys = {
    ArrowDown: () => setChosen(Math.min(chosen + 1, hits.length - 1)),
    ArrowUp: () => setChosen(Math.max(chosen - 1, 0)),
    Enter: () => hits[chosen] && go(hits[chosen]),
    Escape: close,
  };
  return html`<div class="search" role="search">
    <input
      ref=${input}
      name="search"
      role="combobox"
      aria-label="Search: type, path, trace id, message, entity"
      aria-expanded=${isOpen}
      aria-controls="hits"
      aria-autocomplete="list"
      aria-activedescendant=${isOpen ? `hit-${chosen}` : undefined}
      placeholder="Search   /"
      autocomplete="off"
      spellcheck="false"
      value=${text}
      onFocus=${() => namesOf().then(setKnown, () => {})}
      onBlur=${close}
      onInput=${(e) => {
        setText(e.target.value);
        setChosen(0);
      }}
      onKeyDown=${(e) => {
        if (!keys[e.key]) return;
        e.preventDefault();
        keys[e.key]();
      }}
    />
    ${
      isOpen &&
      html`<ul id="hits" role="listbox" aria-label="What was found">
        ${hits.map(
          (hit, i) =>
            html`<li
              key=${hit.kind + hit.name}
              id="hit-${i}"
              role="option"
              aria-selected=${i === chosen}
              onMouseDown=${(e) => e.preventDefault()}
              onClick=${() => go(hit)}
            >
              <span class="muted">${hit.kind}</span> <bdi>${hit.name}</bdi>
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}

// The names that the page knows: of actor types, and of messages on their way between them.
async function namesOf() {
  const [overview, flow] = await Promise.all([get('overview'), get('flow', { window: '3600' })]);
  return {
    types: overview.actors.map((a) => a.type),
    messages: [...new Set(flow.flows.map((f) => f.messageType))],
  };
}
