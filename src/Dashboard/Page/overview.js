import { el, text, attr, show, table, keyed, filter } from './dom.js';
import { ago, count, duration, estimate, perSecond } from './format.js';
import { chart, spark } from './chart.js';
import { get } from './api.js';
import { historyCharts } from './history.js';
import { typePage, healthIcon } from './status.js';
import { infrastructure, infrastructureSwitch } from './infrastructure.js';

const figures = [['perSecond', 'messages/s', perSecond], ['waiting', 'waiting in mailboxes', count], ['live', 'live actors', count], ['recentFailures', 'failures, last 60 s', count], ['restarts', 'restarts since start', count]];

const sparkColumn = (head, key, kind, part) => ({
  head, className: 'spark', make: cell => { spark(cell, 24, head); el('small', cell); },
  update: (cell, a) => {
    const [line, top] = cell.children;
    show(line, !!a[key]); show(top, !!a[key]);
    if (a[key]) {
      const max = chart(line, a[key], kind, 24);
      text(top, max > 1e-6 ? `top ${duration(max)}` : '');
      attr(line, 'aria-label', `p95 of the last minute, now ${estimate(a[part].p95)}, highest ${duration(max)}`);
    }
  },
});
const percentiles = (name, part) => ['p50', 'p95', 'p99'].map(p => ({ head: `${name} ${p}`, num: true, value: a => estimate(a[part][p]), sort: a => a[part][p]?.us }));

export const overview = {
  title: 'Overview',
  about: 'One row for each type of actor, those in trouble first. “Waited” is the time in the mailbox, “worked” the time in the handler. Percentiles are estimates of the last 10 seconds. Messages, live actors and charts are the application’s.',
  async load() { const [data, history] = await Promise.all([get('overview'), get('history')]); return { ...data, history }; },
  make(root, { refresh }) {
    const state = { numbers: {} }, box = el('section', root, 'panel figures');
    attr(box, 'aria-label', 'Figures');
    for (const [key, name] of figures) { const d = el('div', box); state.numbers[key] = el('p', d, 'big', '–'); el('p', d, 'muted', name); }
    state.history = historyCharts(root);

    state.matches = filter(root, 'Actor type contains', () => state.latest && rows(state));
    infrastructureSwitch(root, refresh);
    state.actors = table(root, 'Actors by type', [
      {
        head: 'Actor type', sort: a => a.type, make: cell => { attr(el('span', cell, 'icon'), 'aria-hidden', 'true'); el('a', cell); },
        update: (cell, a) => { const [icon, name] = cell.children; text(icon, a.level ? healthIcon(a.level) : ''); icon.className = `icon ${a.level ?? ''}`; text(name, a.type); attr(name, 'href', typePage(a.type)); },
      },
      { head: 'messages/s', num: true, value: a => perSecond(a.perSecond), sort: a => a.perSecond },
      ...percentiles('waited', 'wait'), sparkColumn('waited p95, 60 s', 'waitP95', 'wait', 'wait'),
      ...percentiles('worked', 'work'), sparkColumn('worked p95, 60 s', 'workP95', 'work', 'work'),
      { head: 'waiting', num: true, value: a => count(a.waiting), sort: a => a.waiting },
      { head: 'live', num: true, value: a => count(a.live), sort: a => a.live },
      { head: 'failures', num: true, sort: a => a.failures, update: (cell, a) => { text(cell, count(a.failures)); cell.classList.toggle('hit', a.recentFailures > 0); } },
      { head: 'restarts', num: true, value: a => count(a.restarts), sort: a => a.restarts },
    ], 'No instrumented actor lives.');

    const reports = el('section', root, 'panel');
    el('h3', reports, 'head', 'Backlogs and blocked threads of the last hour');
    state.quiet = el('p', reports, 'empty', '');
    attr(state.quiet, 'role', 'status');
    state.reports = el('ul', reports, 'reports');
    return state;
  },
  show(state, data, params, health) {
    for (const [key, , format] of figures) text(state.numbers[key], format(data.figures[key]));
    state.numbers.recentFailures.classList.toggle('hit', data.figures.recentFailures > 0);
    state.history(data.history, params);

    // The worst first, as in the status line.
    const rank = new Map(health.troubles.map((t, i) => [t.actor, { i, level: t.level }]).reverse());
    state.latest = data.actors.map(a => ({ ...a, level: rank.get(a.type)?.level })).sort((a, b) => (rank.get(a.type)?.i ?? 1e9) - (rank.get(b.type)?.i ?? 1e9));
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
