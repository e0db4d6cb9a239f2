import { el, text, attr, show, table, keyed } from './dom.js';
import { count, duration, estimate, perSecond } from './format.js';
import { chart, spark } from './chart.js';
import { get } from './api.js';

const figures = [['waiting', 'waiting in mailboxes'], ['live', 'live actors'], ['recentFailures', 'failures, last 60 s'], ['restarts', 'restarts since start']];

const sparkColumn = (head, key, kind, part) => ({
  head, className: 'spark', make: cell => spark(cell, 24, ''),
  update: (cell, a) => {
    show(cell.firstChild, !!a[key]);
    if (a[key]) { chart(cell.firstChild, a[key], kind, 24); attr(cell.firstChild, 'aria-label', `p95 of the last minute, now ${estimate(a[part].p95)}`); }
  },
});
const percentiles = (name, part) => ['p50', 'p95', 'p99'].map(p => ({ head: `${name} ${p}`, num: true, value: a => estimate(a[part][p]) }));

export const overview = {
  title: 'Overview',
  about: 'One row for each type of actor. “Waited” is the time in the mailbox, “worked” the time in the handler. Percentiles are estimates of the last 10 seconds.',
  load: () => get('overview'),
  make(root) {
    const state = { numbers: {} }, box = el('section', root, 'panel figures');
    attr(box, 'aria-label', 'Figures');
    const flow = el('div', box, 'wide');
    const first = el('div', flow); state.perSecond = el('p', first, 'big', '–'); el('p', first, 'muted', 'messages/s');
    const graph = el('div', flow, 'flow'); state.flow = spark(graph, 100, 'Messages per second, last minute');
    const axis = el('div', graph, 'axis'); el('span', axis, '', '60 s ago'); state.most = el('span', axis); el('span', axis, '', 'now');
    for (const [key, name] of figures) { const d = el('div', box); state.numbers[key] = el('p', d, 'big', '–'); el('p', d, 'muted', name); }

    const reports = el('section', root, 'panel');
    el('h3', reports, 'head', 'Growing mailboxes and blocked threads');
    state.quiet = el('p', reports, 'empty', '');
    attr(state.quiet, 'role', 'status');
    state.reports = el('ul', reports, 'reports');

    state.actors = table(root, 'Actors by type', [
      { head: 'Actor type', value: a => a.type },
      { head: 'messages/s', num: true, value: a => perSecond(a.perSecond) },
      ...percentiles('waited', 'wait'), sparkColumn('waited p95, 60 s', 'waitP95', 'wait', 'wait'),
      ...percentiles('worked', 'work'), sparkColumn('worked p95, 60 s', 'workP95', 'work', 'work'),
      { head: 'waiting', num: true, value: a => count(a.waiting) },
      { head: 'live', num: true, value: a => count(a.live) },
      { head: 'failures', num: true, update: (cell, a) => { text(cell, count(a.failures)); cell.classList.toggle('hit', a.recentFailures > 0); } },
      { head: 'restarts', num: true, value: a => count(a.restarts) },
    ], 'No instrumented actor lives.');
    return state;
  },
  show(state, data) {
    text(state.perSecond, perSecond(data.figures.perSecond));
    for (const [key] of figures) text(state.numbers[key], count(data.figures[key]));
    state.numbers.recentFailures.classList.toggle('hit', data.figures.recentFailures > 0);
    const max = chart(state.flow, data.messagesPerSecond, 'work', 100);
    text(state.most, max > 0.1 ? `highest ${perSecond(max)}/s` : data.messagesPerSecond.length ? 'quiet' : 'waiting for the first figures');
    state.actors(data.actors, a => a.type);
    showReports(state, data.reports);
  },
};

const words = { growing: 'Grows', shrinking: 'Shrinks', recovered: 'Recovered', blocking: 'Blocks', returned: 'Returned' };
function showReports(state, reports) {
  text(state.quiet, reports.some(r => r.endedAgo == null) ? '' : reports.length ? 'All is well again.' : 'Nothing to report since the page was opened.');
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
    text(row.took, duration(1e6 * r.seconds)); text(row.when, r.endedAgo == null ? 'now' : `${Math.round(r.endedAgo)} s ago`);
  });
}
