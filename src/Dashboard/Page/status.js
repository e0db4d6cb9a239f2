import { el, text, attr, show, keyed } from './dom.js';
import { ago, clock, shortAddress, since } from './format.js';

const SHOWN = 6, SHOWN_ELSEWHERE = 3;
const icons = { __proto__: null, healthy: '✓', degraded: '▲', unhealthy: '✕' };
export const words = { __proto__: null, blocking: 'Blocked thread', growing: 'Backlog', late: 'Old messages', lost: 'Lost messages', restarting: 'Restart loop', failing: 'Failing', starved: 'Starved dispatcher', 'lost-node': 'Lost node', ended: 'Ended' };
const link = (view, params) => `#/${view}?${new URLSearchParams(params)}`;

export const typePage = type => link('type', { name: type });

/** A column of links to the pages of types. */
export const typeColumn = typeOf => ({
  head: 'type', sort: typeOf, make: cell => el('a', cell),
  update: (cell, item) => { const type = typeOf(item); text(cell.firstChild, type ?? '–'); type ? attr(cell.firstChild, 'href', typePage(type)) : cell.firstChild.removeAttribute('href'); },
});

// Where to look next.
const next = {
  __proto__: null,
  blocking: () => ['Handlers', '#/dispatchers'],
  growing: t => ['Its type', typePage(t.actor)],
  late: t => ['Its type', typePage(t.actor)],
  lost: () => ['Lost messages', '#/lost'],
  restarting: t => ['Its failures', link('failures', { actor: t.actor })],
  failing: t => ['Failures and traces', link('failures', { actor: t.actor })],
  starved: () => ['Dispatchers', '#/dispatchers'],
  'lost-node': () => ['Cluster', '#/cluster'],
  ended: () => ['Logs', '#/logs'],
};

/** Of failures and lost messages, one actor can have several. */
export const troubleKey = t => `${t.kind} ${t.actor} ${t.kind === 'failing' || t.kind === 'lost' ? t.what.replace(/^\d+/, '') : t.path}`;

export const healthIcon = health => icons[health];

/** The line on top of every view: the verdict of the health check, the worst first. */
export function statusLine(root) {
  const head = el('p', root, 'verdict'), icon = el('span', head, 'icon'), word = el('b', head), summary = el('span', head);
  attr(icon, 'aria-hidden', 'true'); attr(head, 'role', 'status');
  const list = el('ul', root, 'troubles'), more = el('button', root, 'more'), others = el('ul', root, 'troubles others'), unchecked = el('p', root, 'muted unchecked');
  more.type = 'button';
  let all = false, latest = null, most = SHOWN;
  more.onclick = () => { all = !all; update(latest, most); };

  function update(data, shown) {
    latest = data; most = shown;
    const total = data.counts.reduce((sum, c) => sum + c.count, 0);
    root.className = `panel ${data.health}`;
    text(icon, icons[data.health]);
    text(word, data.health[0].toUpperCase() + data.health.slice(1));
    text(summary, `${total === 0 ? data.others.length ? 'Nothing is wrong on this node' : 'Nothing is wrong' : data.counts.map(c => `${c.description}: ${c.count}`).join(', ')}${data.check ? ` by the health check “${data.check}”.` : '. No health check is registered; these are its default thresholds.'}`);
    keyed(list, all ? data.troubles : data.troubles.slice(0, most), troubleKey, t => {
      const node = el('li'), row = { node, icon: el('span', node, 'icon'), kind: el('b', node), who: el('span', node, 'who'), what: el('span', node, 'what'), since: el('span', node, 'since') };
      attr(row.icon, 'aria-hidden', 'true');
      row.type = el('a', row.who); row.path = el('a', row.who, 'path');
      row.text = el('span', row.what); row.from = el('small', row.what);
      row.next = el('a', node, 'next');
      return row;
    }, (row, t) => {
      const [name, href] = next[t.kind]?.(t) ?? ['Overview', '#/overview'];
      row.node.className = t.level;
      text(row.icon, icons[t.level]); text(row.kind, words[t.kind] ?? t.kind);
      text(row.type, t.actor); attr(row.type, 'href', typePage(t.actor)); show(row.type, t.actor !== '' && !t.actor.startsWith('_'));
      text(row.path, t.actor ? t.path : shortAddress(t.path)); attr(row.path, 'href', t.actor ? link('actors', { path: t.path }) : href);
      text(row.text, t.what); text(row.from, [t.from && `sent by ${t.from}`, t.detail].filter(Boolean).join(', '));
      text(row.since, since(data.now, t.seconds)); attr(row.since, 'title', clock(data.now, t.seconds));
      text(row.next, name); attr(row.next, 'href', href);
    });
    show(list, data.troubles.length > 0);
    show(more, data.troubles.length > most); text(more, all ? 'Show the worst only' : `Show ${data.troubles.length - most} more`);
    keyed(others, data.others, n => n.address, () => {
      const node = el('li'), row = { node, icon: el('span', node, 'icon'), health: el('b', node), address: el('span', node, 'who'), what: el('span', node, 'what'), since: el('span', node, 'since') };
      attr(row.icon, 'aria-hidden', 'true');
      Object.assign(el('a', node, 'next', 'Cluster'), { href: '#/cluster' });
      return row;
    }, (row, n) => {
      const answers = n.state === 'answers', level = answers ? n.health : 'unhealthy';
      row.node.className = level;
      text(row.icon, icons[level] ?? ''); text(row.health, answers ? n.health[0].toUpperCase() + n.health.slice(1) : n.state === 'silent' ? 'Does not answer' : 'Unreachable');
      text(row.address, `node ${shortAddress(n.address)}`);
      text(row.what, n.troubles.map(t => `${words[t.kind] ?? t.kind} ${t.path}: ${t.what}`).join('; '));
      text(row.since, answers ? n.troubles.length ? since(data.now, n.troubles[0].seconds) : '' : n.ageSeconds == null ? 'has never answered' : `answered ${ago(n.ageSeconds)} ago`);
    });
    show(others, data.others.length > 0);
    text(unchecked, data.unchecked.length ? `Not checked: ${data.unchecked.join('; ')}.` : ''); show(unchecked, data.unchecked.length > 0);
    show(root, true);
  }

  return (data, isOverview) => update(data, isOverview ? SHOWN : SHOWN_ELSEWHERE);
}
