import { el, text, attr, keyed } from './dom.js';
import { bytes, count, decimal, percent, perSecond, seconds } from './format.js';
import { spark } from './chart.js';

// What is asked first, in the order in which it is asked: { name, view, value, note, bad }, each with its last five minutes.
const tiles = [
  { name: 'messages a second', view: 'map', kind: 'traffic', key: 'perSecond', value: o => perSecond(o.figures.perSecond), note: o => `${count(o.figures.live)} live actors` },
  {
    name: 'waiting', view: 'mailboxes', kind: 'wait', key: 'waiting', value: o => count(o.figures.waiting),
    note: o => { const oldest = Math.max(0, ...o.actors.map(a => a.oldestSeconds)); return oldest > 0 ? `oldest ${seconds(oldest)}` : 'none is old'; },
  },
  { name: 'failures, last minute', view: 'failures', kind: 'bad', key: 'failures', value: o => count(o.figures.recentFailures), note: o => `${count(o.figures.restarts)} restarts since start`, bad: o => o.figures.recentFailures > 0 },
  { name: 'processors busy', view: 'threads', kind: 'machine', key: 'processors', value: (o, p) => decimal(p?.processors), note: (o, p) => p ? `${percent(p.gcPauses)} in GC pauses` : '' },
  { name: 'memory', view: 'threads', kind: 'machine', key: 'memoryBytes', value: (o, p) => bytes(p?.workingSetBytes), note: (o, p) => p ? `${percent(p.workingSetBytes / p.memoryLimitBytes)} of ${bytes(p.memoryLimitBytes)}` : '', bad: (o, p) => p?.workingSetBytes > .9 * p?.memoryLimitBytes },
  { name: 'pool threads', view: 'threads', kind: 'machine', key: 'poolThreads', value: (o, p) => count(p?.poolThreads), note: (o, p) => p ? p.poolQueue > 0 ? `${count(p.poolQueue)} wait for one` : 'none is waited for' : '' },
];

/** The figures of the whole node. Each leads to the view that has more of it. */
export function tileRow(parent) {
  const root = el('ul', parent, 'tiles');
  attr(root, 'aria-label', 'Figures');
  return (overview, { process }, history) => keyed(root, tiles, t => t.name, t => {
    const node = el('li'), link = el('a', node), row = { node, name: el('span', link, 'muted', t.name), value: el('span', link, 'big', '–'), note: el('span', link, 'muted note') };
    link.href = `#/${t.view}`; row.draw = spark(link, t.kind);
    return row;
  }, (row, t) => {
    text(row.value, t.value(overview, process)); text(row.note, t.note(overview, process));
    row.value.classList.toggle('hit', !!t.bad?.(overview, process));
    row.draw(history.steps[0][t.key], t.key === 'memoryBytes' ? 1 : 2 - 2 * (t.kind === 'machine'));
  });
}
