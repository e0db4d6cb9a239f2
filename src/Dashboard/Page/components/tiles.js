// The figures of the whole node, each with its last five minutes. They open into the charts.
// @ts-check
import { html } from '../lib/preact.js';
import { bytes, count, decimal, duration, perSecond, percent, some } from '../lib/format.js';
import { usePage } from './page-context.js';
import { Spark } from './spark.js';

const tiles = [
  {
    name: 'messages a second',
    kind: 'traffic',
    key: 'perSecond',
    value: (v) => perSecond(v),
    note: (o) => some(o.figures.live, 'live actor'),
  },
  {
    name: 'waiting',
    kind: 'wait',
    key: 'waiting',
    value: (v) => count(v),
    note: (o, p, now) => (now.waiting > 0 ? `oldest ${duration(now.oldestUs)}` : 'none waits'),
  },
  {
    name: 'failures, last minute',
    kind: 'bad',
    key: 'failures',
    value: (v, o) => count(o.figures.recentFailures),
    note: (o) => `${some(o.figures.restarts, 'restart')} since start`,
    isBad: (o) => o.figures.recentFailures > 0,
  },
  {
    name: 'processors busy',
    kind: 'machine',
    key: 'processors',
    value: (v) => decimal(v),
    note: (o, p) => (p ? `${percent(p.gcPauses)} in GC pauses` : ''),
  },
  {
    name: 'memory',
    kind: 'machine',
    key: 'memoryBytes',
    value: (v) => bytes(v),
    note: (o, p) => (p ? `${percent(p.workingSetBytes / p.memoryLimitBytes)} of ${bytes(p.memoryLimitBytes)}` : ''),
    isBad: (o, p) => p?.workingSetBytes > 0.9 * p?.memoryLimitBytes,
  },
  {
    name: 'pool threads',
    kind: 'machine',
    key: 'poolThreads',
    value: (v) => count(v),
    note: (o, p) => {
      if (!p) return '';
      if (!p.poolQueue) return 'nothing waits for one';
      return `${count(p.poolQueue)} ${p.poolQueue === 1 ? 'waits' : 'wait'} for one`;
    },
  },
];

/** @param {{ overview: any, history: any, isOpen: boolean, onToggle: () => void }} props */
export function Tiles({ overview, history, isOpen, onToggle }) {
  const { status } = usePage();
  const { now, steps } = history;
  return html`<ul class="tiles" aria-label="Figures">
    ${tiles.map((t) => {
      const values = t.key in now ? [...steps[0][t.key], now[t.key]] : steps[0][t.key];
      return html`<li key=${t.name}>
        <button type="button" aria-expanded=${isOpen} onClick=${onToggle}>
          <span class="muted">${t.name}</span>
          <span class="big ${t.isBad?.(overview, status.process) ? 'hit' : ''}">${t.value(now[t.key], overview)}</span>
          <span class="muted note">${t.note(overview, status.process, now)}</span>
          <${Spark}
            values=${values}
            kind=${t.kind}
            least=${t.key === 'memoryBytes' ? 1 : t.kind === 'machine' ? 0 : 2}
          />
        </button>
      </li>`;
    })}
  </ul>`;
}
