import { el, attr, show, text, keyed } from './dom.js';
import { bytes, count, decimal, duration, percent, perSecond, time } from './format.js';
import { crosshair, timeChart } from './chart.js';
import { chooseTime, isRange, ranges, shownTime } from './range.js';
import { words } from './status.js';

const NAMED = 3;
const processors = ['Processors', 'kept busy by the process', decimal, [{ key: 'processors', kind: 'machine', name: 'busy processors' }], 1];
const memory = ['Memory', '', bytes, [{ key: 'memoryBytes', kind: 'machine', name: 'process', filled: true }, { key: 'heapBytes', kind: 'work', name: 'heap: its objects' }], 1e6];
const actorCharts = slowest => [
  ['Messages', 'a second', perSecond, [{ key: 'perSecond', kind: 'traffic', name: 'handled' }], 2],
  ['Waiting messages', '', count, [{ key: 'waiting', kind: 'wait', name: 'in all mailboxes' }], 2],
  ['Failures and restarts', 'in each step', count, [{ key: 'failures', kind: 'bad', name: 'failures' }, { key: 'restarts', kind: 'restart', name: 'restarts' }], 2],
  ['Time in the mailbox', '', duration, [{ key: 'oldest', kind: 'age', name: 'oldest that waits', filled: true }, { key: 'waitP95', kind: 'wait', name: `p95 wait${slowest}` }], 2],
  ['Time in the handler', '', duration, [{ key: 'workP95', kind: 'work', name: `p95${slowest}` }], 2],
];

/** The charts of all actors, of one type, or of the process. */
export const chartsOf = {
  all: [...actorCharts(' (slowest type)'), processors],
  type: actorCharts(''),
  failures: [actorCharts('')[2]],
  process: [
    processors, memory,
    ['Pauses of the garbage collector', 'share of the time', percent, [{ key: 'gcPauses', kind: 'age', name: 'stopped' }], .01],
    ['Threads of the pool', '', count, [{ key: 'poolThreads', kind: 'machine', name: 'threads' }], 2],
  ],
};

export const secondsAgo = (now, at) => (Date.parse(now) - Date.parse(at)) / 1000;

// Many troubles of one kind and one type are one, from the first begin to the last end. Unhealthy ones come first.
function groupsOf(troubles) {
  const groups = new Map();
  for (const { kind, to, f } of troubles) {
    const what = `${words[f.kind] ?? f.kind} ${f.actor.startsWith('_') || !f.actor ? f.path : f.actor}`, group = groups.get(what) ?? { what, kind, count: 0, since: f.since, to, ended: f.ended };
    groups.set(what, group);
    group.count += f.count;
    if (kind === 'unhealthy') group.kind = kind;
    if (f.since < group.since) group.since = f.since;
    if (to < group.to) Object.assign(group, { to, ended: f.ended });
  }
  return [...groups.values()].sort((a, b) => (b.kind === 'unhealthy') - (a.kind === 'unhealthy'))
    .map(g => ({ kind: g.kind, words: `${g.what}${g.count > 1 ? `, ${count(g.count)} times` : ''}, ${time(g.since)} to ${g.ended ? time(g.ended) : 'now'}` }));
}

/** Charts with the choice of their time, which is that of all views, and with what happened meanwhile as marks. */
export function historyCharts(root, charts) {
  const panel = el('section', root, 'panel'), head = el('div', panel, 'head choices');
  attr(panel, 'aria-label', 'History');
  el('h3', head, '', 'History'); el('span', head, 'muted drag', 'Drag in a chart to look at a part.');
  const links = Object.entries(ranges).map(([range, { name }]) => Object.assign(el('a', head, 'button', name), { range })), events = el('ul', panel, 'muted events'), box = el('div', panel, 'charts');
  let address = () => '', now = 0;
  const cross = crosshair((start, end) => {
    const from = Math.floor(now / 1000 - start);
    location.hash = address({ from, to: Math.max(from + 2 * shownTime(now).step, Math.ceil(now / 1000 - end)) });
  });
  const all = charts.map(([title, unit, format, lines, least]) => timeChart(box, title, unit, format, lines, cross, least));

  return (history, { findings, changes }, { range, from, to, ...params }, health, type) => {
    const [view] = location.hash.slice(2).split('?'), shown = shownTime(health.now), past = at => secondsAgo(health.now, at);
    now = Date.parse(health.now);
    address = time => `#/${view || 'overview'}?${new URLSearchParams({ ...params, ...time })}`;
    for (const link of links) {
      attr(link, 'href', address({ range: link.range }));
      isRange(link.range) ? attr(link, 'aria-current', 'true') : link.removeAttribute('aria-current');
    }
    const isShown = m => m.from >= shown.end && (m.to ?? m.from) <= shown.start;
    const troubles = findings.filter(f => !type || f.actor === type).map(f => ({ kind: f.level, from: past(f.since), to: f.ended ? past(f.ended) : 0, f }))
      .map(m => ({ ...m, from: Math.max(m.from, m.to) })).filter(m => m.from >= shown.end && m.to <= shown.start);
    const lines = [{ kind: 'began', from: past(health.node.startedAt), words: `The process started at ${time(health.node.startedAt)}` }, ...changes.map(c => ({ kind: 'changed', from: past(c.at), words: `${time(c.at)} ${c.what}` }))].filter(isShown);
    const named = groupsOf(troubles), more = named.length - NAMED;
    if (more > 0) named.splice(NAMED, more, { kind: named[NAMED].kind, words: `${more} more kinds of trouble` });
    keyed(events, [...lines, ...named], (e, i) => i, () => { const node = el('li'); return { node, link: el('a', node) }; }, ({ node, link }, e) => {
      attr(node, 'class', e.kind); text(link, e.words); e.kind === 'began' ? link.removeAttribute('href') : attr(link, 'href', e.kind === 'changed' ? '#/settings' : '#/timeline');
    });
    show(events, lines.length + named.length > 0);
    for (const draw of all) draw(history, shown, health.now, [...lines, ...troubles]);
  };
}
