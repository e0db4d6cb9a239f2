import { el, text, attr, show, keyed } from './dom.js';
import { ago, clock, shortAddress, since, time } from './format.js';
import { rich } from './rich.js';

const SHOWN = 4, SHOWN_ELSEWHERE = 2, PATHS = 3;
const icons = { __proto__: null, healthy: '✓', degraded: '▲', unhealthy: '✕' };
export const words = {
  __proto__: null,
  blocking: 'Blocked thread', awaiting: 'Long await', growing: 'Backlog', late: 'Old messages', lost: 'Lost messages',
  restarting: 'Restart loop', failing: 'Failing', starved: 'Starved dispatcher', leaking: 'Actor leak',
  persisting: 'Waits for its journal', unreadable: 'Unreadable messages',
  lost_node: 'Lost node', unreachable: 'Unreachable', cut_off: 'This node', late_node: 'Late node', ended: 'Ended',
};
// What is empty chooses nothing.
const link = (view, params = {}) => {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value && !value.startsWith('_'))).toString();
  return `#/${view}${query && '?'}${query}`;
};

export const typePage = type => link('type', { name: type });

/** A column of links to the pages of types. */
export const typeColumn = typeOf => ({
  head: 'type', sort: typeOf, make: cell => el('a', cell), className: 'name',
  update: (cell, item) => { const type = typeOf(item), a = cell.firstChild; text(a, type ?? '–'); attr(a, 'title', type ?? ''); type ? attr(a, 'href', typePage(type)) : a.removeAttribute('href'); },
});

// Where to look next, by what is wrong or by its cause.
const hasType = t => t.actor && !t.actor.startsWith('_');
const threads = () => ['Threads', link('threads')], nodes = () => ['Cluster', link('cluster')], lost = () => ['Lost messages', link('lost')];
const logs = () => ['Logs', link('logs')], map = () => ['Map', link('map')], traces = () => ['Traces', link('traces')];
const itsType = t => hasType(t) ? ['Its figures', typePage(t.actor)] : ['Mailboxes', link('mailboxes')];
const itsActor = t => t.path ? ['The actor', link('actors', { path: t.path })] : itsType(t);
const itsFailures = t => [hasType(t) ? 'Its failures' : 'Failures', link('failures', { actor: t.actor })];
const itsTraces = t => [hasType(t) ? 'Its failed traces' : 'Failed traces', link('traces', { order: 'failed', actor: t.actor })];
const next = {
  __proto__: null,
  // what is wrong
  blocking: threads, awaiting: threads, starved: threads, growing: itsType, late: itsType, leaking: itsType, lost,
  restarting: itsFailures, failing: itsFailures, persisting: itsActor, unreadable: nodes, ended: logs,
  lost_node: nodes, unreachable: nodes, cut_off: nodes, late_node: nodes,
  // its cause
  stood_still: threads, processors_short: threads, memory_short: threads, gc_pauses: threads,
  blocked_thread: threads, blocked_thread_ended: threads, starved_dispatcher: threads, starved_pool: threads, blocking_handlers: threads,
  unreachable_node: nodes, other_node: nodes, unreadable_message: nodes,
  failing_store: itsFailures, cannot_recover: itsFailures, cannot_start: itsFailures, failure_messages: itsFailures,
  restart_loop: itsFailures, shard_restart: itsFailures, poison_message: itsTraces, ask_timeout: itsTraces,
  slow_store: itsType, slow_routee: itsType, overload: itsType, starved_messages: itsType, actor_leak: itsType,
  slow_recovery: itsActor, hot_actor: itsActor, growing_stash: itsActor, ask_circle: map, endless_trace: traces,
  full_mailbox: lost, full_region: lost, given_up: lost, gone_node: lost, no_subscriber: lost,
  discarded: lost, no_sender: lost, missing_receiver: lost, unhandled: lost,
};
const nextOf = found => (next[found.kind] ?? (hasType(found) ? itsType : () => ['Timeline', link('timeline')]))(found);

// What is about the process as a whole, and not about single actors of it.
const ofProcess = new Set(['memory_short', 'gc_pauses', 'starved_pool']);

/** Of failures and lost messages, one actor can have several. */
export const troubleKey = t => `${t.kind} ${t.actor} ${t.kind === 'failing' || t.kind === 'lost' ? t.what.replace(/^\d+/, '') : t.path}`;

export const healthIcon = health => icons[health];

/** The page of another node, if it told an address that a browser may open. */
export const pageOf = (address, view) => /^https?:\/\//.test(address ?? '') && URL.canParse(address) ? new URL(view ? `#/${view}` : '', address).href : null;

// Rows of one kind and one type are one row with a count: the children of a pool, say. The worst comes first. The answer counts also those that it does not name.
function grouped(troubles) {
  const groups = new Map();
  for (const t of troubles) {
    const key = t.actor && t.kind !== 'failing' && t.kind !== 'lost' ? `${t.kind} ${t.actor}` : troubleKey(t);
    groups.get(key)?.all.push(t) ?? groups.set(key, { key, kind: t.kind, level: t.level, actor: t.actor, all: [t] });
  }
  return [...groups.values()].map(g => ({ ...g, count: Math.max(g.all.length, g.all[0].count ?? 1) }));
}

// One card for each type, node or dispatcher: what is wrong with it and why. Unreachable nodes come first: what they reported is old.
function cardsOf(data, causes) {
  const cards = new Map(), about = (actor, path) => actor || path;
  const cardFor = (actor, path, level, kind) => {
    const key = about(actor, path) || kind;
    if (!cards.has(key)) cards.set(key, { key, actor, path, level, groups: [], causes: [] });
    return cards.get(key);
  };
  for (const n of data.others.filter(n => n.state !== 'answers')) Object.assign(cardFor('', n.address, 'degraded'), { node: n });
  // A dispatcher without a thread stands with the type that keeps its threads.
  for (const group of grouped(data.troubles)) {
    const [{ path }] = group.all;
    // The node's own line says so.
    if (group.kind === 'unreachable' && cards.get(path)?.node) continue;
    const cause = group.kind === 'starved' && causes.find(c => c.kind === 'starved_dispatcher' && c.what.includes(path));
    cardFor(cause?.actor || group.actor, path, group.level).groups.push(group);
  }
  for (const cause of causes) {
    const card = cards.get(about(cause.actor, cause.path)) ?? [...cards.values()].find(c => c.groups.some(g => g.all.some(t => t.path === cause.path && cause.path)));
    (card ?? cardFor(cause.actor, cause.path, 'degraded', cause.kind)).causes.push(cause);
  }
  for (const n of data.others.filter(n => n.state === 'answers')) Object.assign(cardFor('', n.address, n.health), { node: n });
  for (const s of data.systems.filter(s => s.health !== 'healthy')) Object.assign(cardFor('', `actor system ${s.system}`, s.health), { system: s });
  const rank = { unhealthy: 0, degraded: 1 };
  for (const card of cards.values()) if (card.groups.some(g => g.level === 'unhealthy')) card.level = 'unhealthy';
  return [...cards.values()].sort((a, b) => isAway(b) - isAway(a) || (rank[a.level] ?? 2) - (rank[b.level] ?? 2));
}

const isAway = card => !!card.node && card.node.state !== 'answers';

function nodeText({ node }, now) {
  const at = s => time(Date.parse(now) - 1000 * s), known = troublesText(node.troubles);
  const since = node.state === 'unreachable' && node.unreachableSeconds ? `since ${at(node.unreachableSeconds)}; ` : '';
  const latest = node.ageSeconds == null ? 'it has never answered' : `its latest answer came at ${at(node.ageSeconds)}`;
  return node.state === 'answers' ? known : `${since}${latest}.${known ? ` Last known: ${known}.` : ''}`;
}

const troublesText = troubles => troubles.map(t => `${words[t.kind] ?? t.kind} ${t.path}: ${t.what}`).join('; ');

// What is counted in a time goes on until that time has passed without it.
const PAUSED = 3;
const clears = t => t.latestSeconds >= PAUSED ? `latest ${ago(t.latestSeconds)} ago, clears in ${ago(t.clearsSeconds)}` : '';

// What else is wrong, in a sentence.
function elsewhere({ others, systems }) {
  const silent = others.filter(n => n.state === 'silent').length, away = others.filter(n => n.state === 'unreachable').length, sick = others.length - silent - away, ill = systems.filter(s => s.health !== 'healthy');
  return [
    away && `${away} ${away === 1 ? 'node' : 'nodes'} out of reach`, silent && (silent === 1 ? '1 node does not answer' : `${silent} nodes do not answer`),
    sick && (sick === 1 ? '1 other node is in trouble' : `${sick} other nodes are in trouble`), ...ill.map(s => `the actor system ${s.system} is ${s.health}`),
  ].filter(Boolean);
}

const capital = word => word[0].toUpperCase() + word.slice(1);
const verdictOf = ({ health, worst }) => `${capital(health)}${health === worst ? '' : ' here'}`;
const otherSystems = ({ node, systems }) => systems.length ? `This page shows the actor system ${node.system}. Also in this process: ${systems.map(s => `${s.system} (${s.health})`).join(', ')}.` : '';

/** The top of every view: the verdict of the health check, what is wrong and with whom, why, and where to look next. */
export function statusLine(root) {
  let parts = null, all = false, latest = null;
  const opened = new Map();

  function make() {
    root.replaceChildren();
    const head = el('p', root, 'verdict');
    parts = { icon: el('span', head, 'icon'), word: el('b', head), summary: el('span', head), check: el('span', head, 'muted'), systems: el('p', root, 'muted systems'), note: el('p', root, 'muted slowest'), list: el('ul', root, 'cards'), more: el('button', root, 'more'), ended: el('ul', root, 'muted ended-lately'), unchecked: el('p', root, 'muted unchecked') };
    attr(parts.icon, 'aria-hidden', 'true'); attr(head, 'role', 'status');
    parts.more.type = 'button';
    parts.more.onclick = () => { all = !all; update(...latest); };
  }

  function makeCard() {
    const node = el('li', null, 'card'), head = el('div', node, 'who'), row = { node, icon: el('span', head, 'icon') };
    attr(row.icon, 'aria-hidden', 'true');
    row.type = el('a', head, 'type'); row.path = el('a', head, 'path');
    const body = el('div', node, 'body');
    row.troubles = el('ul', body, 'troubles'); row.causes = el('ul', body, 'causes');
    const side = el('div', node, 'side');
    row.since = el('span', side, 'since'); row.next = el('a', side, 'next button'); row.fold = el('button', side, 'fold-card');
    row.fold.type = 'button';
    row.fold.onclick = () => { opened.set(row.key, !row.isOpen); update(...latest); };
    return row;
  }

  function update(data, found, isOverview) {
    latest = [data, found, isOverview];
    if (!parts) make();
    const causes = found?.causes ?? [], cards = cardsOf(data, causes), most = isOverview ? SHOWN : SHOWN_ELSEWHERE, other = elsewhere(data);
    const unusual = cards.filter(c => !c.node && !c.system).length, own = data.counts.map(c => c.description), isNamed = data.counts.some(c => c.kind === 'unreachable');
    const here = unusual ? `No alert yet${other.length ? ' on this node' : ''}, but ${unusual === 1 ? 'one thing looks' : `${unusual} things look`} unusual` : other.length ? 'Nothing is wrong with this one' : 'Nothing is wrong';
    root.className = `panel ${data.worst} ${isOverview ? 'whole' : 'short'}`;
    text(parts.icon, icons[data.worst]);
    text(parts.word, verdictOf(data));
    text(parts.summary, own.length ? [...own, ...other.filter(o => !isNamed || !o.endsWith('out of reach'))].join(', ') : other.length ? `${here}; ${other.join(', ')}` : here);
    text(parts.check, `${other.length ? ' This one' : ''} by ${data.check ? `the health check “${data.check}”.` : 'default thresholds: no health check is registered.'}`);
    text(parts.systems, otherSystems(data)); show(parts.systems, data.systems.length > 0);
    // With no cause the answer is that nothing is wrong, which stands above, or that no cause is known.
    const answer = causes.length ? '' : (found?.answer ?? '').replace(/^Nothing is wrong\. ?/, '');
    text(parts.note, answer); show(parts.note, answer !== '' && isOverview);
    const names = [...new Set([...data.troubles, ...causes].map(t => t.actor).filter(Boolean))];
    keyed(parts.list, all ? cards : cards.slice(0, most), c => c.key, makeCard, (row, card) => drawCard(row, card, data, names, opened.get(card.key) ?? (isOverview && card === cards[0])));
    show(parts.list, cards.length > 0);
    show(parts.more, cards.length > most); text(parts.more, all ? 'Show the worst only' : `Show ${cards.length - most} more`);
    keyed(parts.ended, isOverview ? data.ended : [], f => [f.kind, f.actor, f.path, f.since].join(' '), () => { const node = el('li'); return { node, link: Object.assign(el('a', node), { href: '#/timeline' }) }; }, (row, f) => text(row.link, endedText(f)));
    show(parts.ended, isOverview && data.ended.length > 0);
    const unchecked = [...new Set([...data.unchecked, ...found?.unchecked ?? []])];
    text(parts.unchecked, unchecked.length ? `Not checked: ${unchecked.join('; ')}.` : ''); show(parts.unchecked, isOverview && unchecked.length > 0);
  }

  return update;
}

const endedText = f => `Ended ${time(f.ended)} after ${ago((Date.parse(f.ended) - Date.parse(f.since)) / 1000)}: ${words[f.kind] ?? f.kind} ${f.actor && !f.actor.startsWith('_') ? f.actor : f.path}, ${f.what}`;

// The evidence and the next step of the worst are open; those of the others open on demand.
function drawCard(row, card, data, names, isOpen) {
  const { groups, causes, node, system } = card, paths = [...new Set([...groups.flatMap(g => g.all.map(t => t.path)), ...causes.map(c => c.path)])].filter(Boolean), isType = card.actor !== '' && !card.actor.startsWith('_'), everywhere = Math.max(paths.length, ...groups.map(g => g.count));
  row.key = card.key; row.isOpen = isOpen;
  attr(row.node, 'class', `card ${card.level}${node ? ' node' : ''}`);
  text(row.icon, icons[card.level] ?? '');
  show(row.type, isType); text(row.type, card.actor); attr(row.type, 'href', typePage(card.actor)); attr(row.type, 'title', card.actor);
  const isPath = paths[0]?.startsWith('/') ?? false, page = pageOf(node?.page), isSame = everywhere < 2;
  text(row.path, node ? `node ${shortAddress(node.address)}` : system ? card.path : isSame ? isPath ? paths[0] : paths.length ? shortAddress(paths[0]) : isType ? '' : ofProcess.has(causes[0]?.kind) ? 'the process' : 'this node' : `${paths.slice(0, PATHS).join(', ')}${everywhere > PATHS ? ` and ${everywhere - Math.min(PATHS, paths.length)} more` : ''}`);
  show(row.path, row.path.textContent !== '');
  system ? row.path.removeAttribute('href') : attr(row.path, 'href', node ? page ?? link('cluster') : isPath && isSame ? link('actors', { path: paths[0] ?? '' }) : isType ? link('actors', { path: '/user', find: card.actor }) : nextOf(groups[0] ?? causes[0])[1]);

  keyed(row.troubles, node ? [{ key: 'node', node }, ...groups] : system ? [{ key: 'system', system }] : groups, g => g.key, () => {
    const line = el('li'), kind = el('b', line, 'kind'), what = el('span', line, 'what');
    return { node: line, kind, text: el('span', what), from: el('small', what) };
  }, (line, g) => {
    if (g.node) { text(line.kind, isAway(card) ? g.node.state === 'silent' ? 'No answer' : 'Unreachable' : capital(g.node.health)); text(line.text, nodeText(card, data.now)); return; }
    if (g.system) { text(line.kind, capital(g.system.health)); text(line.text, `${troublesText(g.system.troubles)}. This page does not show that actor system.`); return; }
    const [worst] = g.all;
    text(line.kind, words[g.kind] ?? g.kind);
    rich(line.text, `${g.count > 1 ? `${g.count} actors, the worst: ` : ''}${worst.what}`, names);
    text(line.from, [worst.from && `sent by ${worst.from}`, worst.detail, clears(worst)].filter(Boolean).join(', '));
  });

  const known = causes.length || node ? causes : [];
  keyed(row.causes, known, c => `${c.kind} ${c.path} ${c.what}`, () => {
    const item = el('li', null, 'cause'), line = el('p', item);
    el('b', line, 'kind', 'Why');
    const cell = el('span', line, 'what'), made = { node: item, what: el('span', cell, 'because'), certainty: el('span', cell, 'muted') };
    made.evidence = el('ul', item, 'evidence'); made.next = el('p', item, 'step');
    el('b', made.next, 'kind', 'Next'); const step = el('span', made.next, 'what'); made.step = el('span', step); made.link = el('a', step);
    return made;
  }, (line, c) => {
    rich(line.what, c.what, names); text(line.certainty, ` ${c.certainty}`);
    keyed(line.evidence, c.evidence, (e, i) => i, () => ({ node: el('li') }), (part, e) => rich(part.node, e, names));
    show(line.evidence, c.evidence.length > 0 && isOpen); show(line.next, isOpen);
    const [name, href] = nextOf(c);
    text(line.step, `${c.next} `); text(line.link, `→ ${name}`); attr(line.link, 'href', href);
  });
  show(row.causes, known.length > 0);
  show(row.fold, known.length > 0); text(row.fold, isOpen ? 'Hide the evidence' : 'Evidence'); attr(row.fold, 'aria-expanded', isOpen);

  const seconds = Math.max(0, ...groups.flatMap(g => g.all.map(t => t.seconds)), ...(groups.length ? [] : causes.map(c => c.seconds)), node?.unreachableSeconds ?? node?.troubles[0]?.seconds ?? system?.troubles[0]?.seconds ?? 0);
  text(row.since, seconds > 0 ? since(data.now, seconds) : ''); attr(row.since, 'title', clock(data.now, seconds));
  const [name, href] = page ? ['Its page', page] : node ? ['Cluster', link('cluster')] : system ? [''] : nextOf(groups[0] ?? causes[0]);
  text(row.next, name); show(row.next, !system); if (href) attr(row.next, 'href', href);
}
