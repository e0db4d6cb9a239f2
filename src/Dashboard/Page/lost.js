import { attr, el, table, text } from './dom.js';
import { count, time } from './format.js';
import { get } from './api.js';
import { traceColumn } from './failures.js';
import { nameOf } from './flow.js';

const actorLink = path => `#/actors?${new URLSearchParams({ path })}`;

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
    latest: table(root, 'The latest of each kind', [
      { head: 'When', value: l => time(Date.parse(l.at)), sort: l => l.at },
      { head: 'message', value: l => l.message, sort: l => l.message },
      { head: 'reason', value: l => l.reason, sort: l => l.reason },
      { head: 'sender', className: 'long', value: l => l.sender ?? '–', sort: l => l.sender ?? '' },
      { head: 'recipient', className: 'long', make: cell => el('a', cell), update: (cell, l) => { text(cell.firstChild, l.recipient); attr(cell.firstChild, 'href', actorLink(l.recipient)); }, sort: l => l.recipient },
      { head: 'of its kind', num: true, value: l => count(l.count), sort: l => l.count },
      traceColumn('Nothing was current where it was lost'),
    ], 'No message was lost.'),
  }),
  show(state, data) {
    state.rows(data.rows, l => [l.how, l.receiver, l.sender, l.message, l.reason].join(' '));
    state.latest(data.latest, l => [l.recipient, l.sender, l.message, l.reason].join(' '));
  },
};
