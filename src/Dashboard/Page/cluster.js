import { el, text, attr, show, table, keyed } from './dom.js';
import { ago, bytes, count, duration, estimate, perSecond, shortAddress } from './format.js';
import { get } from './api.js';
import { healthIcon, pageOf, troubleKey, typePage, words } from './status.js';

// Figures are asked for every two seconds.
const OLD = 5;
const figures = [
  ['nodes answer', (s, d) => `${s.nodes} of ${d.nodes.filter(n => n.status !== 'removed').length}`],
  ['messages/s', s => perSecond(s.perSecond)],
  ['waiting in mailboxes', s => count(s.waiting)],
  ['waited p95', s => estimate(s.waitP95)],
  ['failures, last 60 s', s => count(s.failures)],
];

// A figure is muted when its node no longer reports it.
const isOld = n => n.state !== 'answers' || n.ageSeconds > OLD;
const figure = (head, value, sort, title) => ({
  head, num: true, sort, title,
  update: (cell, n) => { text(cell, value(n)); cell.classList.toggle('muted', isOld(n)); },
});

const linkTo = (a, href) => href ? attr(a, 'href', href) : a.removeAttribute('href');

/** Whether a node answers, in words that follow its name. */
export const stateWords = {
  __proto__: null,
  asked: () => 'is asked',
  silent: () => 'does not answer',
  unreachable: () => 'unreachable',
  gone: () => 'has left the cluster',
  without: () => 'without AkkaInstrumentation.Cluster',
  other_version: () => 'has another version of AkkaInstrumentation.Cluster',
  not_asked: () => 'is not asked: only the 100 oldest nodes are',
  answers: n => n.node ? isOld(n) ? 'answers slowly' : 'answers' : 'answers, but has no dashboard that may be seen',
};
const standing = n => `${n.status.replace('_', ' ')}${n.age === 1 ? ', oldest' : ''}${n.leader ? ', leader' : ''}${n.reachable ? n.lateSeconds ? `, last heartbeat ${ago(n.lateSeconds)} ago` : '' : ', unreachable'}`;

export const cluster = {
  title: 'Cluster',
  about: 'All nodes of the cluster, as this one sees them. Each node is asked over Akka while a page like this one is open, and answers with what its own dashboard shows. Figures of a node that does not answer stay, in grey, with their age.',
  async load() {
    try { return await get('cluster'); } catch (e) { if (e.status === 404) return { missing: true }; throw e; }
  },
  make(root) {
    const state = { missing: el('p', root, 'notice', 'This actor system belongs to no cluster, or AkkaInstrumentation.Cluster is not installed.') };
    attr(state.missing, 'role', 'status');
    const all = state.all = el('div', root);
    state.figures = el('section', all, 'panel figures'); attr(state.figures, 'aria-label', 'Sum of the nodes that answer');
    state.nodes = table(all, 'Nodes', [
      {
        head: 'Node', sort: n => n.address, make: cell => { attr(el('span', cell, 'icon'), 'aria-hidden', 'true'); el('a', cell); el('small', cell, 'below'); },
        update: (cell, n) => {
          const [icon, name, self] = cell.children;
          text(icon, isOld(n) ? '?' : healthIcon(n.health) ?? ''); icon.className = `icon ${isOld(n) ? '' : n.health ?? ''}`;
          text(name, shortAddress(n.address)); attr(name, 'title', n.address); linkTo(name, pageOf(n.node?.page));
          text(self, [n.self && 'this node', n.node && `${n.node.machine}, process ${n.node.processId}`, pageOf(n.node?.page) && `page at ${new URL(n.node.page).host}`, n.appVersion !== '0.0.0' && `version ${n.appVersion}`].filter(Boolean).join(' · '));
        },
      },
      { head: 'status', className: 'word', sort: standing, title: 'The oldest member comes first: without roles, singletons run there', update: (cell, n) => { text(cell, standing(n)); cell.classList.toggle('hit', !n.reachable || n.lateSeconds != null || n.status === 'down'); } },
      { head: 'roles', className: 'word', value: n => n.roles.join(', ') || '–', sort: n => n.roles.join() },
      { head: 'health', className: 'word', value: n => n.health ?? '–', sort: n => ['unhealthy', 'degraded', 'healthy'].indexOf(n.health), update: (cell, n) => { text(cell, n.health ?? '–'); cell.classList.toggle('muted', isOld(n)); } },
      figure('messages/s', n => perSecond(n.perSecond), n => n.perSecond),
      figure('waiting', n => count(n.waiting), n => n.waiting),
      figure('waited p95', n => estimate(n.waitP95), n => n.waitP95?.us),
      figure('worked p95', n => estimate(n.workP95), n => n.workP95?.us),
      figure('live', n => count(n.live), n => n.live),
      figure('failures, 60\u00a0s', n => count(n.failures), n => n.failures),
      figure('restarts, 60\u00a0s', n => count(n.restarts), n => n.restarts),
      { head: 'figures', className: 'word', value: n => n.state === 'gone' ? `left the cluster${n.ageSeconds == null ? '' : ` ${ago(n.ageSeconds)} ago`}` : `${stateWords[n.state]?.(n) ?? n.state}${n.ageSeconds > OLD ? `, latest answer ${ago(n.ageSeconds)} ago` : ''}` },
    ], 'There are none.');
    const troubles = el('section', all, 'panel');
    el('h3', troubles, 'head', 'Trouble by node');
    state.quiet = el('p', troubles, 'empty', 'No trouble on the nodes that answer.'); state.troubles = el('ul', troubles, 'reports');
    state.regions = table(all, 'Shards and entities', [
      { head: 'Entity type', value: r => r.type, sort: r => r.type },
      { head: 'node', className: 'long', value: r => shortAddress(r.node), sort: r => r.node },
      { head: 'shards', num: true, value: r => count(r.shards), sort: r => r.shards },
      { head: 'entities', num: true, value: r => count(r.entities), sort: r => r.entities },
      { head: 'busiest shards, messages/s', className: 'long', value: r => r.busiest.filter(s => s.perSecond > 0).slice(0, 5).map(s => `${s.id}: ${perSecond(s.perSecond)}`).join(', ') || '–', title: 'A message to an entity goes through its shard' },
      { head: 'largest shard', value: r => { const s = r.busiest.reduce((a, b) => b.entities > (a?.entities ?? 0) ? b : a, null); return s ? `${s.id}: ${count(s.entities)}` : '–'; }, title: 'The one of the busiest with most entities' },
      { head: 'answered', num: true, value: r => `${ago(r.ageSeconds)} ago`, sort: r => r.ageSeconds, title: 'A region is asked every ten seconds' },
    ], 'No node that answers has a shard region.');
    state.singletons = table(all, 'Singletons', [
      { head: 'Manager', value: s => s.manager, sort: s => s.manager },
      { head: 'runs on', className: 'long', value: s => s.nodes.join('; ') },
    ], 'No node that answers runs one.');
    state.wire = table(all, 'Over the wire, by this node', [
      { head: 'Message', value: w => w.message, sort: w => w.message },
      { head: 'direction', className: 'word', value: w => w.direction, sort: w => w.direction },
      { head: 'messages', num: true, value: w => count(w.messages), sort: w => w.messages, title: 'Estimated from a sample of each type' },
      { head: 'bytes', num: true, value: w => bytes(w.bytes), sort: w => w.bytes },
      { head: 'bytes each', num: true, value: w => bytes(w.bytes / w.messages), sort: w => w.bytes / w.messages },
      { head: 'serializer', num: true, value: w => duration(w.meanUs), sort: w => w.meanUs, title: 'Mean time for one message' },
      { head: 'large', num: true, value: w => count(w.large), sort: w => w.large, title: 'Above half of the largest frame: Akka drops what exceeds it' },
    ], 'Nothing was sent to another node or came from one since somebody has listened.');
    return state;
  },
  show(state, data) {
    show(state.missing, !!data.missing); show(state.all, !data.missing);
    if (data.missing) return;
    keyed(state.figures, figures, f => f[0], f => {
      const node = el('div'), row = { node, value: el('p', node, 'big') };
      el('p', node, 'muted', f[0]);
      return row;
    }, (row, f) => text(row.value, f[1](data.sum, data)));
    state.nodes(data.nodes.map(n => ({ ...n, self: n.address === data.self })), n => n.address);
    const troubles = data.nodes.flatMap(n => n.troubles.map(t => ({ ...t, node: n })));
    show(state.quiet, troubles.length === 0);
    keyed(state.troubles, troubles, t => `${t.node.address} ${t.path} ${troubleKey(t)}`, () => {
      const node = el('li', null, 'report'), row = { node, kind: el('b', node), who: el('span', node, 'who') };
      row.where = el('a', row.who); row.path = el('a', row.who, 'below');
      row.what = el('span', node, 'what'); row.since = el('span', node, 'took'); row.age = el('span', node, 'when muted');
      return row;
    }, (row, t) => {
      row.node.classList.toggle('ended', isOld(t.node)); row.node.classList.toggle('degraded', t.level === 'degraded');
      text(row.kind, words[t.kind] ?? t.kind); text(row.where, shortAddress(t.node.address)); text(row.path, t.path); linkTo(row.where, pageOf(t.node.node?.page)); linkTo(row.path, t.actor ? pageOf(t.node.node?.page, typePage(t.actor).slice(2)) : null); text(row.what, t.what);
      text(row.since, `for ${ago(t.seconds)}`); text(row.age, isOld(t.node) ? `${ago(t.node.ageSeconds)} old` : 'now');
    });
    state.regions(data.regions, r => `${r.type} ${r.node}`);
    state.wire(data.wire, w => `${w.message} ${w.direction}`);
    const managers = new Map();
    for (const n of data.nodes) for (const s of n.singletons) managers.set(s, [...managers.get(s) ?? [], `${shortAddress(n.address)}${isOld(n) ? `, ${ago(n.ageSeconds)} ago` : ''}`]);
    state.singletons([...managers].map(([manager, nodes]) => ({ manager, nodes })), s => s.manager);
  },
};
