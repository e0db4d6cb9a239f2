import { el, text, attr, table, linked } from './dom.js';
import { count, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { typeColumn } from './status.js';

const actor = linked('Mailbox of', m => m.path, m => `#/actors?${new URLSearchParams({ path: m.path })}`);
const columns = [
  actor,
  typeColumn(m => m.type),
  { head: 'waiting', num: true, value: m => count(m.depth) },
  { head: 'oldest message', num: true, value: m => seconds(m.oldestSeconds) },
];

export const mailboxes = {
  title: 'Mailboxes',
  about: 'Mailboxes in which messages wait now. Under load not every message has a timestamp, so an oldest message can be missing or a little too young.',
  load: () => get('mailboxes'),
  make(root) {
    const summary = el('p', root, 'muted');
    attr(summary, 'role', 'status');
    return {
      summary,
      deepest: table(root, 'Deepest', columns, 'No message waits.'),
      oldest: table(root, 'Oldest message', columns, 'No waiting message has a known time.'),
      growing: table(root, 'Fastest growing', [...columns, { head: 'more each second', num: true, value: m => perSecond(m.perSecond) }], 'None grows.'),
    };
  },
  show(state, data) {
    text(state.summary, `Messages wait in ${count(data.waiting)} ${data.waiting === 1 ? 'mailbox' : 'mailboxes'}.`);
    for (const list of ['deepest', 'oldest', 'growing']) state[list](data[list], m => m.path);
  },
};
