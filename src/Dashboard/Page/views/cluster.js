// All nodes of the cluster, as this one sees them.
// @ts-check
import { html } from '../lib/preact.js';
import { ago, bytes, count, duration, estimate, perSecond, shortAddress } from '../lib/format.js';
import { link, pageOf } from '../lib/links.js';
import { figuresText, isOld, standing } from '../lib/nodes.js';
import { troubleKey } from '../lib/cards.js';
import { kindWords } from '../lib/words.js';
import { get, unlessMissing } from '../data/api.js';
import { Figures } from '../components/figures.js';
import { Icon } from '../components/icon.js';
import { Name } from '../components/names.js';
import { Panel } from '../components/panel.js';
import { Table } from '../components/table.js';

/** @import { Cluster as Answer } from '../data/answers.d.ts' */
/** @typedef {import('../components/table.js').Column} Column */

const levels = ['unhealthy', 'degraded', 'healthy'];

const muted = (n, text) => (isOld(n) ? html`<span class="muted">${text}</span>` : text);
const figure = (head, value, sort) => ({ head, num: true, sort, value: (n) => muted(n, value(n)) });

function about(n) {
  const page = pageOf(n.node?.page);
  const parts = [
    n.isSelf && 'this node',
    n.node && `${n.node.machine}, process ${n.node.processId}`,
    page && `page at ${new URL(page).host}`,
    n.appVersion !== '0.0.0' && `version ${n.appVersion}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @type {Column[]} */
const nodeColumns = [
  {
    head: 'Node',
    sort: (n) => n.address,
    value: (n) =>
      html`<${Icon} health=${isOld(n) ? '' : n.health} sign=${isOld(n) ? '?' : undefined} />
        <${Name} name=${shortAddress(n.address)} title=${n.address} href=${pageOf(n.node?.page)} />
        <small class="below">${about(n)}</small>`,
  },
  {
    head: 'status',
    class: 'word',
    title: 'The oldest member comes first: without roles, singletons run there',
    sort: standing,
    value: standing,
    isBad: (n) => !n.reachable || n.lateSeconds != null || n.status === 'down',
  },
  { head: 'roles', class: 'word', value: (n) => n.roles.join(', ') || '–', sort: (n) => n.roles.join() },
  {
    head: 'health',
    class: 'word',
    phone: true,
    value: (n) => muted(n, n.health ?? '–'),
    sort: (n) => levels.indexOf(n.health),
  },
  figure(
    'messages/s',
    (n) => perSecond(n.perSecond),
    (n) => n.perSecond,
  ),
  figure(
    'waiting',
    (n) => count(n.waiting),
    (n) => n.waiting,
  ),
  figure(
    'p95 wait',
    (n) => estimate(n.waitP95),
    (n) => n.waitP95?.us,
  ),
  figure(
    'p95 work',
    (n) => estimate(n.workP95),
    (n) => n.workP95?.us,
  ),
  figure(
    'live',
    (n) => count(n.live),
    (n) => n.live,
  ),
  figure(
    'failures, 60\u00a0s',
    (n) => count(n.failures),
    (n) => n.failures,
  ),
  figure(
    'restarts, 60\u00a0s',
    (n) => count(n.restarts),
    (n) => n.restarts,
  ),
  { head: 'figures', class: 'word', value: figuresText },
];

const largest = (r) => r.busiest.reduce((a, b) => (b.entities > (a?.entities ?? 0) ? b : a), null);
const busy = (r) => r.busiest.filter((s) => s.perSecond > 0).slice(0, 5);

/** @type {Column[]} */
const regionColumns = [
  { head: 'Entity type', value: (r) => html`<${Name} name=${r.type} />`, sort: (r) => r.type },
  { head: 'node', class: 'long', value: (r) => shortAddress(r.node), sort: (r) => r.node, phone: true },
  { head: 'shards', num: true, value: (r) => count(r.shards), sort: (r) => r.shards },
  { head: 'entities', num: true, value: (r) => count(r.entities), sort: (r) => r.entities, phone: true },
  {
    head: 'kept',
    num: true,
    title: 'Messages that the region keeps until the home of their shard is known',
    value: (r) => count(r.kept),
    sort: (r) => r.kept,
  },
  {
    head: 'busiest shards, messages/s',
    class: 'long',
    title: 'A message to an entity goes through its shard',
    value: (r) =>
      html`<bdi
        >${
          busy(r)
            .map((s) => `${s.id}: ${perSecond(s.perSecond)}`)
            .join(', ') || '–'
        }</bdi
      >`,
  },
  {
    head: 'largest shard',
    title: 'The one of the busiest with most entities',
    value: (r) => html`<bdi>${largest(r) ? `${largest(r).id}: ${count(largest(r).entities)}` : '–'}</bdi>`,
  },
  {
    head: 'answered',
    num: true,
    title: 'A region is asked every ten seconds',
    value: (r) => `${ago(r.ageSeconds)} ago`,
    sort: (r) => r.ageSeconds,
  },
];

/** @type {Column[]} */
const wireColumns = [
  { head: 'Message', value: (w) => html`<${Name} name=${w.messageType} />`, sort: (w) => w.messageType },
  { head: 'direction', class: 'word', value: (w) => w.direction, sort: (w) => w.direction, phone: true },
  {
    head: 'messages',
    num: true,
    title: 'Estimated from a sample of each type',
    value: (w) => count(w.messages),
    sort: (w) => w.messages,
  },
  { head: 'bytes', num: true, value: (w) => bytes(w.bytes), sort: (w) => w.bytes },
  {
    head: 'bytes each',
    num: true,
    value: (w) => bytes(w.bytes / w.messages),
    sort: (w) => w.bytes / w.messages,
    phone: true,
  },
  {
    head: 'serializer',
    num: true,
    title: 'Mean time for one message',
    value: (w) => duration(w.meanUs),
    sort: (w) => w.meanUs,
  },
  {
    head: 'large',
    num: true,
    title: 'Above half of the largest frame: Akka drops what exceeds it',
    value: (w) => count(w.large),
    sort: (w) => w.large,
  },
];

function Troubles({ nodes }) {
  const troubles = nodes.flatMap((node) => node.troubles.map((t) => ({ ...t, node })));
  return html`<${Panel} title="Trouble by node">
    ${troubles.length === 0 && html`<p class="empty">No trouble on the nodes that answer.</p>`}
    <ul class="reports">
      ${troubles.map(({ node, ...t }) => {
        const page = pageOf(node.node?.page);
        const type = t.actorType && page ? new URL(link('type', { name: t.actorType }), page).href : null;
        return html`<li
          key=${`${node.address} ${t.subject} ${troubleKey(t)}`}
          class="report ${t.level} ${isOld(node) ? 'ended' : ''}"
        >
          <b>${kindWords(t.kind)}</b>
          <span class="who">
            <${Name} name=${shortAddress(node.address)} href=${page} />
            <${Name} name=${t.subject} href=${type} class="below" />
          </span>
          <span class="what"><bdi>${t.description}</bdi></span>
          <span class="took">for ${ago(t.durationSeconds)}</span>
          <span class="when muted">${isOld(node) ? `${ago(node.ageSeconds ?? 0)} old` : 'now'}</span>
        </li>`;
      })}
    </ul>
  <//>`;
}

function singletonsOf(nodes) {
  const managers = new Map();
  for (const n of nodes) {
    const where = `${shortAddress(n.address)}${isOld(n) ? `, ${ago(n.ageSeconds ?? 0)} ago` : ''}`;
    for (const s of n.singletons) managers.set(s, [...(managers.get(s) ?? []), where]);
  }
  return [...managers].map(([manager, nodes]) => ({ manager, nodes }));
}

/** @param {{ data: Answer & { missing?: boolean } }} props */
function Cluster({ data }) {
  if (data.missing) {
    return html`<p class="notice plain" role="status">
      This actor system belongs to no cluster, or AkkaInstrumentation.Cluster is not installed.
    </p>`;
  }
  const { sum } = data;
  const members = data.nodes.filter((n) => n.status !== 'removed').length;
  const figures = [
    { name: 'nodes answer', value: `${sum.nodes} of ${members}`, isBad: sum.nodes < members },
    { name: 'messages/s', value: perSecond(sum.perSecond) },
    { name: 'waiting in mailboxes', value: count(sum.waiting) },
    { name: 'p95 wait', value: estimate(sum.waitP95) },
    { name: 'failures, last 60 s', value: count(sum.failures), isBad: sum.failures > 0 },
  ];
  return html`
    <${Figures} label="Sum of the nodes that answer" figures=${figures} />
    <${Table}
      caption="Nodes"
      columns=${nodeColumns}
      items=${data.nodes.map((n) => ({ ...n, isSelf: n.address === data.self }))}
      keyOf=${(n) => n.address}
      none="There are none."
    />
    <${Troubles} nodes=${data.nodes} />
    ${
      data.regions.length > 0 &&
      html`<${Table}
        caption="Shards and entities"
        columns=${regionColumns}
        items=${data.regions}
        keyOf=${(r) => `${r.type} ${r.node}`}
        none=""
        most=${30}
      />`
    }
    ${
      singletonsOf(data.nodes).length > 0 &&
      html`<${Table}
        caption="Singletons"
        columns=${[
          { head: 'Manager', value: (s) => html`<${Name} name=${s.manager} />`, sort: (s) => s.manager },
          { head: 'runs on', class: 'long', value: (s) => s.nodes.join('; '), phone: true },
        ]}
        items=${singletonsOf(data.nodes)}
        keyOf=${(s) => s.manager}
        none=""
      />`
    }
    ${
      data.wire.length > 0 &&
      html`<${Table}
        caption="Over the wire, by this node"
        columns=${wireColumns}
        items=${data.wire}
        keyOf=${(w) => `${w.messageType} ${w.direction}`}
        none=""
        most=${20}
      />`
    }
  `;
}

export const cluster = {
  title: 'Cluster',
  about:
    'All nodes of the cluster, as this one sees them. Each node is asked over Akka while a page like this one is ' +
    'open, and answers with what its own dashboard shows. Figures of a node that does not answer stay, in grey, ' +
    'with their age.',
  async load(_, memory, status) {
    memory.ask ??= unlessMissing();
    const { cluster: isThere } = status ?? (await get('status'));
    return (isThere ? await memory.ask('cluster') : null) ?? { missing: true };
  },
  View: Cluster,
};
