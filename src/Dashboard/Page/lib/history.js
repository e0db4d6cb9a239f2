// What charts show: which lines, and the points of the history that lie in the time that is shown.
// @ts-check
import { bytes, count, decimal, duration, percent, perSecond, time } from './format.js';
import { isType } from './links.js';
import { kindWords } from './words.js';

/** @import { Finding, History, Timeline } from '../data/answers.d.ts' */
/** @typedef {{ key: string, kind: string, name: string, isFilled?: boolean }} Line one list of the history's answer */
/** @typedef {{ title: string, unit: string, format: (n: number | null | undefined) => string, lines: Line[],
 *   least?: number, threshold?: number }} Chart */
/**
 * @typedef {{ kind: string, from: number, to: number | null, words: string, href?: string }} Mark
 *   Times are seconds since 1970.
 */

/** @type {Chart} */
const processors = {
  title: 'Processors',
  unit: 'kept busy by the process',
  format: decimal,
  lines: [{ key: 'processors', kind: 'machine', name: 'busy processors' }],
  least: 1,
};

/** @returns {Chart[]} */
const actorCharts = (slowest) => [
  {
    title: 'Messages',
    unit: 'a second',
    format: perSecond,
    lines: [{ key: 'perSecond', kind: 'traffic', name: 'handled' }],
    least: 2,
  },
  {
    title: 'Waiting messages',
    unit: '',
    format: count,
    lines: [{ key: 'waiting', kind: 'wait', name: 'in all mailboxes' }],
    least: 2,
  },
  {
    title: 'Failures and restarts',
    unit: 'in each step',
    format: count,
    lines: [
      { key: 'failures', kind: 'bad', name: 'failures' },
      { key: 'restarts', kind: 'restart', name: 'restarts' },
    ],
    least: 2,
  },
  {
    title: 'Time in the mailbox',
    unit: '',
    format: duration,
    lines: [
      { key: 'oldestUs', kind: 'age', name: 'oldest that waits', isFilled: true },
      { key: 'waitP95Us', kind: 'wait', name: `p95 wait${slowest}` },
    ],
    least: 2,
  },
  {
    title: 'Time in the handler',
    unit: '',
    format: duration,
    lines: [{ key: 'workP95Us', kind: 'work', name: `p95 work${slowest}` }],
    least: 2,
  },
];

/** The charts of all actors, of one type, of failures or of the process. */
export const chartsOf = {
  all: [...actorCharts(' (slowest type)'), processors],
  type: actorCharts(''),
  failures: [actorCharts('')[2]],
  process: [
    processors,
    {
      title: 'Memory',
      unit: '',
      format: bytes,
      lines: [
        { key: 'memoryBytes', kind: 'machine', name: 'process', isFilled: true },
        { key: 'heapBytes', kind: 'work', name: 'heap: its objects' },
      ],
      least: 1e6,
    },
    {
      title: 'Pauses of the garbage collector',
      unit: 'share of the time',
      format: percent,
      lines: [{ key: 'gcPauses', kind: 'age', name: 'stopped' }],
      least: 0.01,
    },
    {
      title: 'Threads of the pool',
      unit: '',
      format: count,
      lines: [{ key: 'poolThreads', kind: 'machine', name: 'threads' }],
      least: 2,
    },
  ],
};

const EARLIER = 3600;

/**
 * The points of some lines: their times in seconds since 1970, the oldest first, and for each line its values. What is
 * there now is the last point, where it is known by itself. Earlier is each line an hour before, from coarser steps.
 * @param {History} history @param {Line[]} lines @param {{ from: number, to: number, step: number }} shown
 * @param {string} now
 */
export function pointsOf(history, lines, shown, now) {
  const at = Date.parse(now) / 1000;
  const steps = history.steps.find((s) => s.step === shown.step) ?? history.steps[0];
  const times = timesOf(steps, at);
  const isNow = shown.to >= at - 1 && lines.some((line) => line.key in history.now);
  const inside = times.flatMap((t, i) => (t >= shown.from - steps.step && t <= shown.to + steps.step ? [i] : []));
  const coarse = history.steps.filter((s) => s.step > steps.step);
  return {
    times: [...inside.map((i) => times[i]), ...(isNow ? [at] : [])],
    values: lines.map((line) => [...inside.map((i) => steps[line.key][i]), ...(isNow ? [history.now[line.key]] : [])]),
    earlier: lines.map((line) =>
      earlierOf(
        coarse,
        line,
        inside.map((i) => times[i]),
        at,
        isNow,
      ),
    ),
  };
}

const timesOf = (steps, at) =>
  steps.perSecond.map((_, i) => at - steps.age - (steps.perSecond.length - 1 - i) * steps.step);

function earlierOf(coarse, line, times, at, isNow) {
  const values = times.map((t) => {
    for (const steps of coarse) {
      const place = steps.perSecond.length - 1 - Math.round((at - steps.age - (t - EARLIER)) / steps.step);
      if (place >= 0 && place < steps.perSecond.length) return perStep(line, steps, place);
    }
    return null;
  });
  return isNow ? [...values, values.at(-1) ?? null] : values;
}

// Counts of a longer step cannot be compared.
const perStep = (line, steps, place) =>
  line.key === 'failures' || line.key === 'restarts' ? null : (steps[line.key][place] ?? null);

const NAMED = 3;
const toSeconds = (iso) => Date.parse(iso) / 1000;

/**
 * What happened in the time that is shown: the start of the process, changes of settings, and troubles.
 * @param {Timeline} timeline @param {{ from: number, to: number }} shown @param {string} startedAt @param {string} now
 * @param {string} [type]
 * @returns {Mark[]}
 */
export function marksOf({ findings, changes }, shown, startedAt, now, type) {
  /** @type {Mark[]} */
  const lines = [
    { kind: 'began', from: toSeconds(startedAt), to: null, words: `The process started at ${time(startedAt)}` },
    ...changes.map((c) => ({
      kind: 'changed',
      from: toSeconds(c.at),
      to: null,
      words: `${time(c.at)} ${c.what}`,
      href: '#/settings',
    })),
  ];
  const bands = findings
    .filter((f) => !type || f.actorType === type)
    .map((f) => ({
      kind: f.level,
      from: toSeconds(f.startedAt),
      to: toSeconds(f.endedAt ?? now),
      words: bandWords(f),
      href: '#/timeline',
    }));
  return [
    ...lines.filter((m) => m.from >= shown.from && m.from <= shown.to),
    ...bands.filter((m) => m.to >= shown.from && m.from <= shown.to),
  ];
}

/** @param {Finding} f */
const bandWords = (f) => `${kindWords(f.kind)} ${isType(f.actorType) ? f.actorType : f.subject}`;

/**
 * The same in words: troubles of one kind and type are one, from the first begin to the last end. Unhealthy ones come
 * first, and few are named.
 * @param {Mark[]} marks @param {string} now
 */
export function eventsOf(marks, now) {
  const groups = new Map();
  for (const m of marks.filter((one) => one.to != null)) {
    const group = groups.get(m.words) ?? { ...m, count: 0 };
    groups.set(m.words, group);
    group.count++;
    if (m.kind === 'unhealthy') group.kind = m.kind;
    group.from = Math.min(group.from, m.from);
    group.to = Math.max(group.to, m.to ?? 0);
  }
  const isOpen = (g) => g.to >= Date.parse(now) / 1000 - 1;
  const named = [...groups.values()]
    .sort((a, b) => Number(b.kind === 'unhealthy') - Number(a.kind === 'unhealthy'))
    .map((g) => {
      const times = g.count > 1 ? `, ${count(g.count)} times` : '';
      return { ...g, words: `${g.words}${times}, ${time(1000 * g.from)} to ${isOpen(g) ? 'now' : time(1000 * g.to)}` };
    });
  const more = named.length - NAMED;
  const rest =
    more > 0 ? [{ kind: named[NAMED].kind, words: `${more} more kinds of trouble`, href: '#/timeline' }] : [];
  return [...marks.filter((m) => m.to == null), ...named.slice(0, NAMED), ...rest];
}
