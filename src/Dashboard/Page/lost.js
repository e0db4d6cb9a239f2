import { attr, el, table, text } from './dom.js';
import { count, when } from './format.js';
import { get } from './api.js';
import { traceColumn } from './failures.js';
import { nameOf } from './flow.js';
import { typePage } from './status.js';

const actorLink = path => `#/actors?${new URLSearchParams({ path })}`;

// A column of links: of what has no page, only its name.
const link = (head, className, nameIn, hrefOf) => ({
  head, className, sort: nameIn, make: cell => el('a', cell),
  update: (cell, l) => { const a = cell.firstChild, href = hrefOf(l[head]); text(a, nameIn(l)); attr(a, 'title', a.textContent); href ? attr(a, 'href', href) : a.removeAttribute('href'); },
});
const type = (head, nobody) => link(head, 'name', l => !l[head] ? '–' : l[head] === '_none' ? nobody : nameOf(l[head]), name => name && !name.startsWith('_') ? typePage(name) : '');
const actor = head => link(head, 'long', l => l[head] ?? '–', path => /^\/(user|system)/.test(path ?? '') ? actorLink(path) : '');

// The reasons of the metric, for people.
const reasons = {
  __proto__: null, undelivered: 'no actor was there', dropped: 'its mailbox was full', unhandled: 'the actor does not handle it', suppressed: 'Akka expects it: not logged', infrastructure: 'sent by Akka itself', late_reply: 'the answer came too late',
  given_up: 'given up after all attempts', full_region: 'the buffer of its shard region was full',
  discarded: 'its receiver gave it to the dead letters', node_gone: 'its node is gone', no_sender: 'an answer to a message without a sender',
};
const reason = { head: 'reason', sort: l => l.reason || l.how, update: (cell, l) => { const name = l.reason || l.how; text(cell, reasons[name] ?? name); attr(cell, 'title', name); } };

export const lost = {
  title: 'Lost',
  about: 'Messages that reached no actor (dead letters), that an actor did not handle, or that a full mailbox did not take.',
  load: () => get('lost'),
  make: root => ({
    rows: table(root, 'Lost messages', [
      { head: 'Message', value: l => l.message || '–', sort: l => l.message },
      { head: 'what', value: l => l.how, sort: l => l.how },
      reason, type('sender', '–'), type('receiver', 'nobody'),
      { head: 'since the page was opened', num: true, value: l => count(l.sinceOpened), sort: l => l.sinceOpened },
      { head: 'since start', num: true, value: l => count(l.messages), sort: l => l.messages },
    ], 'No message was lost.'),
    latest: table(root, 'The latest of each kind', [
      { head: 'When', value: l => when(l.at), sort: l => l.at },
      { head: 'message', value: l => l.message, sort: l => l.message },
      reason, actor('sender'), actor('recipient'),
      { head: 'total', num: true, value: l => count(l.count), sort: l => l.count },
      traceColumn('Nothing was current where it was lost'),
    ], 'No message was lost.'),
  }),
  show(state, data) {
    state.rows(data.rows, l => [l.how, l.receiver, l.sender, l.message, l.reason].join(' '));
    state.latest(data.latest, l => [l.recipient, l.sender, l.message, l.reason].join(' '));
  },
};
