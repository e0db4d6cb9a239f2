import { el, text, attr, show, table, keyed } from './dom.js';
import { count, duration, estimate, percent, perSecond } from './format.js';
import { get } from './api.js';
import { histogram } from './chart.js';
import { chartsOf, historyCharts } from './history.js';
import { failureColumns } from './failures.js';
import { backlogOf, mailboxColumns } from './mailboxes.js';
import { rich } from './rich.js';

const figures = [
  ['messages/s', d => perSecond(d.history.now.perSecond)],
  ['waiting', d => count(d.history.now.waiting)],
  ['oldest message', d => d.history.now.waiting > 0 ? duration(d.history.now.oldest) : '–'],
  ['p95 wait', d => estimate(d.figures.wait.p95)],
  ['p95 work', d => estimate(d.figures.work.p95)],
  ['utilisation', d => percent(d.utilization)],
  ['backlog', d => backlogOf(d).drain, d => backlogOf(d).grows],
  ['live actors', d => count(d.figures.live)],
  ['failures, last 60 s', d => count(d.figures.recentFailures), d => d.figures.recentFailures > 0],
  ['restarts', d => count(d.figures.restarts)],
];

export const type = {
  title: 'Actor type',
  ranged: true,
  about: 'One type of actor. Utilisation is the share of their time that its actors worked; the backlog is empty when the slowest mailbox is, as it shrinks now.',
  async load({ name }) {
    try { const [data, history, timeline] = await Promise.all([get('type', { name }), get('history', { type: name }), get('timeline')]); return { ...data, history, timeline }; }
    catch (e) { if (e.status === 404) return { missing: true }; throw e; }
  },
  make(root) {
    const state = {};
    state.missing = el('p', root, 'notice', 'No actor type of this name has been seen since the history began.'); attr(state.missing, 'role', 'status');
    const all = state.all = el('div', root);
    const nav = el('p', all, 'links'); state.actors = el('a', nav, 'button', 'Its actors'); state.traces = el('a', nav, 'button', 'Its traces'); state.failures = el('a', nav, 'button', 'Its failures');
    state.backlog = el('p', all, 'notice warn'); attr(state.backlog, 'role', 'status');
    state.figures = el('section', all, 'panel figures'); attr(state.figures, 'aria-label', 'Figures');
    state.history = historyCharts(all, chartsOf.type);
    const spread = el('section', all, 'panel'); el('h3', spread, 'head', 'How long messages took');
    const charts = el('div', spread, 'charts');
    state.waits = histogram(charts, 'In the mailbox', 'wait'); state.works = histogram(charts, 'In the handler', 'work');
    state.messages = table(all, 'Message types', [
      { head: 'Message', value: m => m.type, sort: m => m.type },
      { head: 'messages', num: true, value: m => count(m.messages), sort: m => m.messages },
      {
        head: 'have no span', num: true, title: 'Sent outside of a trace, and the rule says only-in-trace',
        value: m => m.untraced ? `${count(m.untraced)}: ${m.untracedBy}` : '', sort: m => m.untraced,
      },
    ], 'No message yet.');
    state.deepest = table(all, 'Deepest mailboxes', mailboxColumns.filter(c => c.head !== 'type'), 'No message waits.');
    state.failed = table(all, 'Failures', failureColumns.filter(c => c.head !== 'actor type'), 'Nothing has failed.');
    return state;
  },
  show(state, data, params, health) {
    show(state.missing, !!data.missing); show(state.all, !data.missing);
    if (data.missing) return;
    const { name } = params, query = q => new URLSearchParams(q);
    attr(state.actors, 'href', `#/actors?${query({ path: '/user', find: name })}`);
    attr(state.traces, 'href', `#/traces?${query({ actor: name })}`);
    attr(state.failures, 'href', `#/failures?${query({ actor: name })}`);
    keyed(state.figures, figures, f => f[0], f => {
      const node = el('div'), row = { node, value: el('p', node, 'big') };
      el('p', node, 'muted', f[0]);
      return row;
    }, (row, f) => { text(row.value, f[1](data)); row.value.classList.toggle('hit', !!f[2]?.(data)); });
    const { sentence } = backlogOf(data);
    rich(state.backlog, sentence); show(state.backlog, sentence !== '');
    state.history(data.history, data.timeline, params, health, name);
    const names = [...data.boundsUs.map(b => `≤ ${duration(b)}`), `> ${duration(data.boundsUs.at(-1))}`];
    state.waits(data.waits, names); state.works(data.works, names);
    state.messages(data.messages, m => m.type);
    state.deepest(data.deepest, m => m.path);
    state.failed(data.failures, f => [f.error, f.message].join(' '));
  },
};
