import { el, text, attr, table, linked } from './dom.js';
import { count, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { typeColumn } from './status.js';

// A mailbox whose messages wait for a moment only comes and goes.
const isBacklog = m => m.oldestSeconds == null || m.oldestSeconds >= 1;

/** Whether a mailbox grows, and when it will be empty. */
export const trendOf = m => m.perSecond == null || !isBacklog(m) ? '–' : m.perSecond > 0 ? `grows by ${perSecond(m.perSecond)}/s` : m.perSecond < 0 ? `empty in ${seconds(m.depth / -m.perSecond)}` : 'stays';

export const mailboxColumns = [
  { ...linked('Mailbox of', m => m.path, m => `#/actors?${new URLSearchParams({ path: m.path })}`), className: 'path' },
  typeColumn(m => m.type),
  { head: 'waiting', num: true, value: m => count(m.depth), bar: m => m.depth, kind: 'wait', least: 20 },
  { head: 'oldest message', num: true, value: m => seconds(m.oldestSeconds), bar: m => m.oldestSeconds, kind: 'age', least: 1 },
  { head: 'trend', num: true, title: 'How it changed in the last seconds', update: (cell, m) => { const trend = trendOf(m); text(cell, trend); cell.classList.toggle('hit', trend.startsWith('grows')); } },
];

/** What a type's mailboxes do together, in one sentence: the slowest one decides. Empty when nothing is to be said. */
export function backlogOf({ figures, deepest, drainSeconds }) {
  const [worst] = deepest, share = worst ? Math.min(1, worst.depth / Math.max(figures.waiting, 1)) : 0;
  if (!worst || !isBacklog(worst)) return { drain: 'none', sentence: '' };
  const growing = deepest.find(m => isBacklog(m) && m.perSecond > 0);
  return {
    drain: growing ? 'grows' : drainSeconds != null ? `empty in ${seconds(drainSeconds)}` : worst.perSecond == null ? '–' : 'stays',
    grows: !!growing,
    sentence: figures.live > 1 && share >= .5 && worst.depth > 9
      ? `1 of ${count(figures.live)} actors holds ${share > .99 ? 'all' : `${Math.round(100 * share)} % of the`} waiting messages: ${worst.path}, ${trendOf(worst)}. “Waited” and “worked” below are of the messages that were taken, mostly by the others.`
      : '',
  };
}

export const mailboxes = {
  title: 'Mailboxes',
  about: 'Mailboxes in which messages wait now. Under load not every message has a timestamp, so an oldest message can be missing or a little too young.',
  load: () => get('mailboxes'),
  make(root) {
    const summary = el('p', root, 'muted');
    attr(summary, 'role', 'status');
    return {
      summary,
      deepest: table(root, 'Deepest', mailboxColumns, 'No message waits.'),
      oldest: table(root, 'Oldest message', mailboxColumns, 'No waiting message has a known time.'),
      growing: table(root, 'Fastest growing', mailboxColumns, 'None grows.'),
    };
  },
  show(state, data) {
    text(state.summary, `Messages wait in ${count(data.waiting)} ${data.waiting === 1 ? 'mailbox' : 'mailboxes'}.`);
    for (const list of ['deepest', 'oldest', 'growing']) state[list](data[list], m => m.path);
  },
};
