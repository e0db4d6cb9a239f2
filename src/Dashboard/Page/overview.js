import { el, text, attr, show, table, keyed, filter } from './dom.js';
import { ago, count, duration, estimate, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { chartsOf, historyCharts } from './history.js';
import { tileRow } from './tiles.js';
import { typePage, healthIcon } from './status.js';
import { infrastructure, infrastructureSwitch } from './infrastructure.js';

const MOST = 20;
const figure = (group, head, value, sort, more) => ({ group, head, label: more?.label ?? head, num: true, value: a => value(a), sort, ...more });
const hit = (get, bad) => ({ update: (cell, a) => { text(cell, count(get(a))); cell.classList.toggle('hit', bad(a)); } });

const columns = [
  {
    head: 'Actor type', sort: a => a.type, className: 'name', make: cell => { attr(el('span', cell, 'icon'), 'aria-hidden', 'true'); el('a', cell); },
    update: (cell, a) => { const [icon, name] = cell.children; text(icon, a.level ? healthIcon(a.level) : ''); icon.className = `icon ${a.level ?? ''}`; text(name, a.type); attr(name, 'href', typePage(a.type)); attr(name, 'title', a.type); },
  },
  figure('traffic', 'messages/s', a => perSecond(a.perSecond), a => a.perSecond, { bar: a => a.perSecond, kind: 'traffic' }),
  figure('traffic', 'live', a => count(a.live), a => a.live),
  figure('waited', 'p95', a => estimate(a.wait.p95), a => a.wait.p95?.us, { label: 'waited p95', title: '95 % took no longer', bar: a => a.wait.p95?.us, kind: 'wait' }),
  figure('waited', 'p99', a => estimate(a.wait.p99), a => a.wait.p99?.us, { label: 'waited p99' }),
  figure('worked', 'p95', a => estimate(a.work.p95), a => a.work.p95?.us, { label: 'worked p95', title: '95 % took no longer', bar: a => a.work.p95?.us, kind: 'work' }),
  figure('worked', 'p99', a => estimate(a.work.p99), a => a.work.p99?.us, { label: 'worked p99' }),
  figure('mailboxes', 'waiting', a => count(a.waiting), a => a.waiting, { bar: a => a.waiting, kind: 'wait', least: 20 }),
  figure('mailboxes', 'oldest', a => seconds(a.oldestSeconds || null), a => a.oldestSeconds, { bar: a => a.oldestSeconds, kind: 'age', least: 1 }),
  figure('failures', 'last 60 s', null, a => a.recentFailures, { label: 'failures, 60 s', ...hit(a => a.recentFailures, a => a.recentFailures > 0) }),
  figure('failures', 'restarts', a => count(a.restarts), a => a.restarts),
];

export const overview = {
  title: 'Overview',
  ranged: true,
  about: 'One row for each type of actor: those in trouble first, then by load. “Waited” is the time in the mailbox, “worked” the time in the handler, of the messages of the last 10 seconds; “oldest” is how long a message waits that has not been taken yet. Messages, live actors and percentiles of the charts are the application’s.',
  async load() { const [data, history, timeline] = await Promise.all([get('overview'), get('history'), get('timeline')]); return { ...data, history, timeline }; },
  make(root, { refresh }) {
    const state = { tiles: tileRow(root), history: historyCharts(root, chartsOf.all) };
    state.actors = table(root, 'Actors by type', columns, 'No actor of such a type lives.', MOST);
    infrastructureSwitch(state.actors.head, refresh);
    state.matches = filter(state.actors.head, 'Actor type contains', () => state.latest && rows(state));

    const reports = el('section', root, 'panel');
    el('h3', reports, 'head', 'Backlogs and blocked threads of the last hour');
    state.quiet = el('p', reports, 'empty', '');
    attr(state.quiet, 'role', 'status');
    state.reports = el('ul', reports, 'reports');
    return state;
  },
  show(state, data, params, health) {
    state.tiles(data, health, data.history);
    state.history(data.history, data.timeline, params, health);

    // The worst first, as in the status line.
    const worst = [...health.troubles].sort((a, b) => (b.level === 'unhealthy') - (a.level === 'unhealthy')), rank = new Map(worst.map((t, i) => [t.actor, { i, level: t.level }]).reverse()), place = a => rank.get(a.type)?.i ?? 1e9;
    state.latest = data.actors.map(a => ({ ...a, level: rank.get(a.type)?.level })).sort((a, b) => place(a) - place(b) || !!a.category - !!b.category || b.perSecond - a.perSecond || b.waiting - a.waiting || a.type.localeCompare(b.type));
    rows(state);
    showReports(state, data.reports, health);
  },
};

// What is in trouble is shown in any case.
const rows = state => state.actors(state.latest.filter(a => (!a.category || a.level || infrastructure()) && state.matches(a.type)), a => a.type);

const words = { growing: 'Grows', waiting: 'Waits', shrinking: 'Shrinks', recovered: 'Recovered', blocking: 'Blocks', returned: 'Returned' };
function showReports(state, reports, health) {
  text(state.quiet, reports.length ? '' : `None in the last ${ago(Math.min(3600, health.historySeconds))}${health.historyKept ? '' : ', since the page was opened'}.`);
  show(state.quiet, state.quiet.textContent !== '');
  keyed(state.reports, reports, r => reports.indexOf(r), () => {
    const node = el('li', null, 'report'), row = { node, word: el('b', node), who: el('span', node, 'who') };
    row.type = el('span', row.who); row.path = el('small', row.who);
    const what = el('span', node, 'what'); row.facts = el('span', what); row.senders = el('small', what);
    row.took = el('span', node, 'took'); row.when = el('span', node, 'when muted');
    return row;
  }, (row, r) => {
    row.node.classList.toggle('ended', r.endedAgo != null);
    row.node.classList.toggle('better', r.state === 'shrinking');
    text(row.word, words[r.state]); text(row.type, r.actor); text(row.path, r.path); text(row.facts, r.facts); text(row.senders, r.senders && `sent by ${r.senders}`);
    text(row.took, duration(1e6 * r.seconds)); text(row.when, r.endedAgo == null ? 'now' : `${ago(r.endedAgo)} ago`);
  });
}
