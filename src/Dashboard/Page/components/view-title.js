// The title of a view, with what it shows in words: open until it was seen once, except where there is little room.
// @ts-check
import { html, useEffect, useState } from '../lib/preact.js';
import { read, write } from '../lib/store.js';
import { usePhone } from './hooks.js';

const seen = new Set(read('help').split(' ').filter(Boolean));

function note(view) {
  if (seen.has(view)) return;
  seen.add(view);
  write('help', [...seen].join(' '));
}

/** @param {{ view: string, title: string, about: string, isSeen: boolean, children?: any }} props */
export function ViewTitle({ view, title, about, isSeen, children }) {
  const isPhone = usePhone();
  const [isOpen, setOpen] = useState(!seen.has(view) && !isPhone);
  useEffect(() => setOpen(!seen.has(view) && !isPhone), [view, isPhone]);
  useEffect(() => {
    if (isSeen) note(view);
  }, [view, isSeen]);
  return html`<div class="title">
    <h2><bdi>${title}</bdi></h2>
    <button
      type="button"
      class="help"
      aria-expanded=${isOpen}
      aria-controls="about"
      aria-label="What this view shows"
      title="What this view shows"
      onClick=${() => setOpen(!isOpen)}
    >
      ?
    </button>
    ${children}
    <p id="about" class="muted" hidden=${!isOpen}>${about}</p>
  </div>`;
}
