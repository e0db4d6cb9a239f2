import { el, text, attr, show, table } from './dom.js';
import { ago, count, shortType } from './format.js';
import { get } from './api.js';
import { chartsOf, historyCharts } from './history.js';
import { isInTime } from './range.js';
import { typePage } from './status.js';

const noMessage = { __proto__: null, _none: 'its start', _recovery: 'its recovery', _unknown: 'unknown', _other: 'others' };

/** A trace that the page shows, or only its id. */
export const traceColumn = none => ({
  head: 'trace', className: 'long', make: cell => { el('a', cell, 'id'); el('span', cell, 'id'); },
  update: (cell, { trace, traceKept }) => {
    const [a, span] = cell.children;
    show(a, traceKept); text(a, trace ?? ''); attr(a, 'title', trace ?? ''); attr(a, 'href', `#/traces?${new URLSearchParams({ id: trace ?? '' })}`);
    show(span, !traceKept); text(span, trace ?? '–'); attr(span, 'title', trace ? `${trace} is no longer kept here: search for it in your tracing backend` : none);
  },
});

export const failureColumns = [
  {
    head: 'Exception', className: 'long', sort: f => f.error, make: cell => { el('span', cell); el('span', cell, 'muted'); },
    update: (cell, f) => {
      const [type, says] = cell.children;
      text(type, shortType(f.error)); attr(type, 'title', f.error);
      text(says, f.text ? ` ${f.text}` : ''); attr(says, 'title', [f.text, f.thrownIn && `thrown in ${f.thrownIn}`].filter(Boolean).join(', '));
    },
  },
  { head: 'actor type', sort: f => f.actor, make: cell => el('a', cell), update: (cell, f) => { text(cell.firstChild, f.actor); attr(cell.firstChild, 'href', typePage(f.actor)); } },
  { head: 'message', value: f => `${noMessage[f.message] ?? f.message}${f.asked && f.asked !== '_unknown' ? ` from ${f.asked}` : ''}`, sort: f => f.message },
  { head: 'thrown in', className: 'long', value: f => f.thrownIn ?? '–', sort: f => f.thrownIn ?? '' },
  { head: 'last minute', num: true, sort: f => f.lastMinute, update: (cell, f) => { text(cell, count(f.lastMinute)); cell.classList.toggle('hit', f.lastMinute > 0); } },
  { head: 'all', num: true, value: f => count(f.failures), sort: f => f.failures },
  { head: 'first', num: true, value: f => `${ago(f.firstSeconds)} ago`, sort: f => f.firstSeconds },
  { head: 'latest', num: true, value: f => `${ago(f.latestSeconds)} ago`, sort: f => f.latestSeconds },
  {
    head: 'latest actor', make: cell => el('a', cell), title: 'Its page has its last messages, if they are recorded',
    update: (cell, f) => { text(cell.firstChild, f.path); attr(cell.firstChild, 'href', `#/actors?${new URLSearchParams({ path: f.path })}`); },
  },
  traceColumn('Its message was not sampled'),
];

export const failures = {
  title: 'Failures',
  ranged: true,
  about: 'The latest failures by exception, also those from before the page was opened. Failures of handlers, of starts, recoveries and writes, and those that came as messages (Status.Failure).',
  async load({ actor }) { const [data, history, timeline] = await Promise.all([get('failures', { actor }), get('history', { type: actor }), get('timeline')]); return { ...data, history, timeline }; },
  make(root) {
    const state = { summary: el('p', root, 'muted') };
    state.all = el('a', state.summary, '', 'Show those of all types'); state.all.href = '#/failures';
    state.history = historyCharts(root, chartsOf.failures);
    state.rows = table(root, 'Failures', failureColumns, 'Nothing has failed.');
    return state;
  },
  show(state, data, params, health) {
    const { now } = health;
    show(state.summary, !!params.actor); state.history(data.history, data.timeline, params, health, params.actor);
    const at = seconds => new Date(Date.parse(now) - 1000 * seconds).toISOString();
    state.rows(data.rows.filter(f => isInTime(at(f.firstSeconds), at(f.latestSeconds))), f => [f.actor, f.error, f.message, f.asked ?? ''].join(' '));
  },
};
