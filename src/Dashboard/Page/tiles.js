import { el, text, attr, keyed } from './dom.js';
import { bytes, count, decimal, duration, percent, perSecond } from './format.js';
import { spark } from './chart.js';

// What is asked first, in the order in which it is asked: { name, view, key, value, note, bad }. The value is what the charts show as now, and each has its last five minutes.
const tiles = [
  { name: 'messages a second', view: 'map', kind: 'traffic', key: 'perSecond', value: perSecond, note: o => `${count(o.figures.live)} live actors` },
  { name: 'waiting', view: 'mailboxes', kind: 'wait', key: 'waiting', value: count, note: (o, p, now) => now.waiting > 0 ? `oldest ${duration(now.oldest)}` : 'none waits' },
  { name: 'failures, last minute', view: 'failures', kind: 'bad', key: 'failures', value: (v, o) => count(o.figures.recentFailures), note: o => `${count(o.figures.restarts)} restarts since start`, bad: o => o.figures.recentFailures > 0 },
  { name: 'processors busy', view: 'threads', kind: 'machine', key: 'processors', value: decimal, note: (o, p) => p ? `${percent(p.gcPauses)} in GC pauses` : '' },
  { name: 'memory', view: 'threads', kind: 'machine', key: 'memoryBytes', value: bytes, note: (o, p) => p ? `${percent(p.workingSetBytes / p.memoryLimitBytes)} of ${bytes(p.memoryLimitBytes)}` : '', bad: (o, p) => p?.workingSetBytes > .9 * p?.memoryLimitBytes },
  { name: 'pool threads', view: 'threads', kind: 'machine', key: 'poolThreads', value: count, note: (o, p) => p ? p.poolQueue > 0 ? `${count(p.poolQueue)} ${p.poolQueue === 1 ? 'waits' : 'wait'} for one` : 'none is waited for' : '' },
];

/** The figures of the whole node. Each leads to the view that has more of it. */
export function tileRow(parent) {
  const root = el('ul', parent, 'tiles');
  attr(root, 'aria-label', 'Figures');
  return (overview, { process }, { now, steps }) => keyed(root, tiles, t => t.name, t => {
    const node = el('li'), link = el('a', node), row = { node, name: el('span', link, 'muted', t.name), value: el('span', link, 'big', '–'), note: el('span', link, 'muted note') };
    link.href = `#/${t.view}`; row.draw = spark(link, t.kind);
    return row;
  }, (row, t) => {
    text(row.value, t.value(now[t.key], overview)); text(row.note, t.note(overview, process, now));
    row.value.classList.toggle('hit', !!t.bad?.(overview, process));
    row.draw(t.key in now ? [...steps[0][t.key], now[t.key]] : steps[0][t.key], t.key === 'memoryBytes' ? 1 : 2 - 2 * (t.kind === 'machine'));
  });
}
