// Which node this is, the search, and what is the same for all views.
// @ts-check
import { html } from '../lib/preact.js';
import { ago, secondsAgo, time } from '../lib/format.js';
import { Search } from './search.js';

const iconAddress = new URL('../icon.svg', import.meta.url).pathname;

/** @param {{ status: import('../data/answers.d.ts').Status | null, isPaused: boolean, onPause: () => void }} props */
export function Header({ status, isPaused, onPause }) {
  return html`<header>
    <h1>
      <img src=${iconAddress} alt="" width="20" height="20" />
      <span class="name">Akka dashboard</span>
      ${status && html`<bdi id="system" class="system">${status.node.system}</bdi>`}
    </h1>
    <p id="node" class="muted">${status && nodeText(status, isPaused)}</p>
    <${Search} />
    <button type="button" aria-pressed=${isPaused} onClick=${onPause}>${isPaused ? 'Resume' : 'Pause'}</button>
  </header>`;
}

function nodeText({ node, now }, isPaused) {
  const parts = [
    `${node.address} on ${node.machine}, process ${node.processId}`,
    `${node.application} ${node.version ?? ''}`.trim(),
    `up ${ago(secondsAgo(now, node.startedAt))}`,
    isPaused ? `paused at ${time(now)}` : time(now),
  ];
  return parts.join(' · ');
}
