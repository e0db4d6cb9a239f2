import { table } from './dom.js';
import { count } from './format.js';
import { get } from './api.js';
import { nameOf } from './flow.js';

const sender = l => l.sender ? nameOf(l.sender) : '–';
const receiver = l => !l.receiver ? '–' : l.receiver === '_none' ? 'nobody' : nameOf(l.receiver);

export const lost = {
  title: 'Lost',
  about: 'Messages that reached no actor (dead letters), that an actor did not handle, or that a full mailbox did not take.',
  load: () => get('lost'),
  make: root => ({
    rows: table(root, 'Lost messages', [
      { head: 'Message', value: l => l.message || '–', sort: l => l.message },
      { head: 'what', value: l => l.how, sort: l => l.how },
      { head: 'reason', value: l => l.reason || '–', sort: l => l.reason },
      { head: 'sender', value: sender, sort: sender },
      { head: 'receiver', value: receiver, sort: receiver },
      { head: 'since the page was opened', num: true, value: l => count(l.sinceOpened), sort: l => l.sinceOpened },
      { head: 'since metrics began', num: true, value: l => count(l.messages), sort: l => l.messages },
    ], 'No message was lost.'),
  }),
  show: (state, data) => state.rows(data.rows, l => [l.how, l.receiver, l.sender, l.message, l.reason].join(' ')),
};
