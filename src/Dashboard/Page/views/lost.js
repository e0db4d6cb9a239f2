// Messages that reached no actor, that an actor did not handle, or that did not fit into a mailbox.
// @ts-check
import { html } from '../lib/preact.js';
import { count, when } from '../lib/format.js';
import { lossReason, typeName } from '../lib/words.js';
import { get } from '../data/api.js';
import { ActorName, Name, TraceName, TypeName } from '../components/names.js';
import { Table } from '../components/table.js';

/** @typedef {import('../components/table.js').Column} Column */

const reason = {
  head: 'reason',
  sort: (l) => l.reason || l.how,
  value: (l) => html`<span title=${l.reason || l.how}>${lossReason(l.reason || l.how)}</span>`,
};
const message = (head) => ({
  head,
  sort: (l) => l.messageType,
  value: (l) => html`<${Name} name=${l.messageType || '–'} />`,
});
const type = (head, key) => ({
  head,
  class: 'name',
  sort: (l) => typeName(l[key]),
  value: (l) => (head === 'receiver' && l[key] === '_none' ? 'nobody' : html`<${TypeName} type=${l[key]} />`),
});
const actor = (head, key) => ({
  head,
  class: 'path',
  sort: (l) => l[key] ?? '',
  value: (l) => html`<${ActorName} path=${l[key]} />`,
});

/** @type {Column[]} */
const rows = [
  message('Message'),
  reason,
  type('sender', 'senderType'),
  type('receiver', 'receiverType'),
  {
    head: 'since the page was opened',
    num: true,
    phone: true,
    value: (l) => count(l.sinceOpened),
    sort: (l) => l.sinceOpened,
  },
  { head: 'since start', num: true, value: (l) => count(l.messages), sort: (l) => l.messages },
  { head: 'as', value: (l) => l.how, sort: (l) => l.how },
];

/** @type {Column[]} */
const latest = [
  { head: 'When', value: (l) => when(l.at), sort: (l) => l.at },
  { ...message('message'), phone: true },
  reason,
  actor('sender', 'senderPath'),
  actor('recipient', 'receiverPath'),
  { head: 'total', num: true, value: (l) => count(l.count), sort: (l) => l.count },
  {
    head: 'trace',
    value: (l) => html`<${TraceName} trace=${l.traceId} kept=${l.traceKept} none="Lost outside of a trace" />`,
  },
];

function Lost({ data }) {
  return html`
    <${Table}
      caption="Lost messages"
      columns=${rows}
      items=${data.rows}
      keyOf=${(l) => [l.how, l.receiverType, l.senderType, l.messageType, l.reason].join(' ')}
      none="No message was lost."
      most=${20}
    />
    <${Table}
      caption="The latest of each kind"
      columns=${latest}
      items=${data.latest}
      keyOf=${(l) => [l.receiverPath, l.senderPath, l.messageType, l.reason].join(' ')}
      none="No message was lost."
      most=${20}
    />
  `;
}

export const lost = {
  title: 'Lost',
  about: 'Messages that reached no actor (dead letters), that an actor did not handle, or that a full mailbox refused.',
  load: () => get('lost'),
  View: Lost,
};
