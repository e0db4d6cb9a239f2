// The timeline as lanes on an axis of time: one lane for each kind of finding about one type, node or dispatcher.
// @ts-check
import { isType } from './links.js';
import { kindWords } from './words.js';

/** @import { Finding } from '../data/answers.d.ts' */
/**
 * @typedef {{ from: number, to: number, isOpen: boolean, level: string, what: string, finding: Finding }} Bar
 *   From and to are parts of the axis.
 */
/** @typedef {{ key: string, kind: string, who: string, level: string, bars: Bar[] }} Lane */

/** From the first begin that is shown to now, at least some minutes. @param {Finding[]} findings @param {string} now */
export function axisOf(findings, now, least = 300) {
  const end = Date.parse(now) / 1000;
  const begin = Math.min(end - least, ...findings.map((f) => Date.parse(f.startedAt) / 1000));
  return { from: begin - 0.02 * (end - begin), to: end };
}

/**
 * Lanes with something that goes on come first, then the latest.
 * @param {Finding[]} findings @param {{ from: number, to: number }} axis
 * @returns {Lane[]}
 */
export function lanesOf(findings, { from, to }) {
  const part = (iso) => Math.min(1, Math.max(0, (Date.parse(iso) / 1000 - from) / (to - from)));
  /** @type {Map<string, Lane>} */
  const lanes = new Map();
  for (const f of findings) {
    const who = isType(f.actorType) ? f.actorType : f.subject;
    const key = `${f.kind} ${who}`;
    const lane = lanes.get(key) ?? { key, kind: kindWords(f.kind), who, level: f.level, bars: [] };
    lanes.set(key, lane);
    if (f.level === 'unhealthy') lane.level = f.level;
    const [begin, end] = [part(f.startedAt), f.endedAt ? part(f.endedAt) : 1];
    lane.bars.push({ from: begin, to: end, isOpen: !f.endedAt, level: f.level, what: f.description, finding: f });
  }
  const last = (lane) => Math.max(...lane.bars.map((b) => b.to));
  const isOpen = (lane) => Number(lane.bars.some((b) => b.isOpen));
  return [...lanes.values()].sort((a, b) => isOpen(b) - isOpen(a) || last(b) - last(a));
}

/** Times of an axis that are easy to read. @param {{ from: number, to: number }} axis @param {number} most */
export function ticksOf({ from, to }, most = 6) {
  const steps = [5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 43200, 86400];
  const step = steps.find((s) => (to - from) / s <= most) ?? 86400 * Math.ceil((to - from) / 86400 / most);
  const offset = new Date(1000 * to).getTimezoneOffset() * 60;
  const ticks = [];
  for (let t = Math.ceil((from - offset) / step) * step + offset; t <= to; t += step) ticks.push(t);
  return ticks;
}
