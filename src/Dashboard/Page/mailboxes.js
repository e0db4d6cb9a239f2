import { el, text, attr, table, linked } from './dom.js';
import { count, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { spark } from './chart.js';
import { typeColumn } from './status.js';

// A mailbox whose messages wait for a moment only comes and goes.
const isBacklog = m => m.oldestSeconds == null || m.oldestSeconds >= 1;

/** Whether a mailbox grows, and when it will be empty. */
export const trendOf = m => m.perSecond == null || !isBacklog(m) ? '–' : m.perSecond > 0 ? `grows by ${perSecond(m.perSecond)}/s` : m.perSecond < 0 ? `empty in ${seconds(m.depth / -m.perSecond)}` : 'stays';

const arriving = m => m.handledPerSecond == null || m.perSecond == null ? null : Math.max(0, m.handledPerSecond + m.perSecond);

export const mailboxColumns = [
  { ...linked('Mailbox of', m => m.path, m => `#/actors?${new URLSearchParams({ path: m.path })}`), className: 'path' },
  typeColumn(m => m.type),
  { head: 'waiting', num: true, value: m => count(m.depth), bar: m => m.depth, kind: 'wait', least: 20 },
  { head: 'oldest message', num: true, value: m => seconds(m.oldestSeconds), bar: m => m.oldestSeconds, kind: 'age', least: 1 },
  { head: 'in/s', num: true, value: m => perSecond(arriving(m)), sort: arriving, title: 'What is handled, and how the mailbox has changed' },
  { head: 'out/s', num: true, value: m => perSecond(m.handledPerSecond), sort: m => m.handledPerSecond, title: 'What its actor handles' },
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
    const state = { summary: el('p', root, 'muted'), seen: new Map() };
    attr(state.summary, 'role', 'status');
    const columns = [...mailboxColumns, { head: 'waiting, since you look', title: 'The last minute of it', make: cell => { cell.draw = spark(cell, 'wait'); }, update: (cell, m) => cell.draw(state.seen.get(m.path), 2) }];
    return Object.assign(state, {
      deepest: table(root, 'Deepest', columns, 'No message waits.'),
      oldest: table(root, 'Oldest message', columns, 'No waiting message has a known time.'),
      growing: table(root, 'Fastest growing', columns, 'None grows.'),
    });
  },
  show(state, data) {
    text(state.summary, `Messages wait in ${count(data.waiting)} ${data.waiting === 1 ? 'mailbox' : 'mailboxes'}.`);
    // Only the page knows how a single mailbox has been: each answer is a point, as long as the mailbox is listed.
    state.seen = new Map([...data.growing, ...data.oldest, ...data.deepest].map(m => [m.path, [...state.seen.get(m.path) ?? [], m.depth].slice(-60)]));
    for (const list of ['deepest', 'oldest', 'growing']) state[list](data[list], m => m.path);
  },
};
