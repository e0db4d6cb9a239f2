import { el, text, attr, show, table, keyed, filter } from './dom.js';
import { ago, count, estimate, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { chartsOf, historyCharts, secondsAgo } from './history.js';
import { tileRow } from './tiles.js';
import { typePage, healthIcon, words } from './status.js';
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
    showReports(state, data.timeline.findings, health);
  },
};

// What is in trouble is shown in any case.
const rows = state => state.actors(state.latest.filter(a => (!a.category || a.level || infrastructure()) && state.matches(a.type)), a => a.type);

// Findings of one kind and type are one. What goes on is shown as in the status line.
function showReports(state, findings, health) {
  const past = at => secondsAgo(health.now, at), endedAgo = f => f.ended ? past(f.ended) : 0;
  const reports = findings.filter(f => ['growing', 'blocking'].includes(f.kind) && endedAgo(f) < 3600).sort((a, b) => !!a.ended - !!b.ended || endedAgo(a) - endedAgo(b));
  text(state.quiet, reports.length ? '' : `None in the last ${ago(Math.min(3600, health.historySeconds))}${health.historyKept ? '' : ', since the page was opened'}.`);
  show(state.quiet, state.quiet.textContent !== '');
  keyed(state.reports, reports, f => [f.kind, f.actor, f.since].join(' '), () => {
    const node = el('li', null, 'report'), row = { node, word: el('b', node), who: el('span', node, 'who') };
    row.type = el('span', row.who); row.path = el('small', row.who);
    const what = el('span', node, 'what'); row.facts = el('span', what); row.senders = el('small', what);
    row.took = el('span', node, 'took'); row.when = el('span', node, 'when muted');
    return row;
  }, (row, f) => {
    const shown = f.ended ? f : health.troubles.find(t => t.kind === f.kind && t.actor === f.actor) ?? f;
    row.node.className = `report ${f.ended ? 'ended' : shown.level}`;
    text(row.word, words[f.kind]); text(row.type, f.actor); text(row.path, f.count > 1 ? `${shown.path} (${f.count} findings)` : shown.path);
    text(row.facts, f.ended ? `at first: ${f.what}` : shown.what); text(row.senders, shown.from && `sent by ${shown.from}`);
    text(row.took, ago(past(f.since) - endedAgo(f))); text(row.when, f.ended ? `${ago(endedAgo(f))} ago` : 'now');
  });
}
