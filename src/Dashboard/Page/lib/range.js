// The time that is looked at: the last minutes, hours or day, or from one moment to another. It is one for all views,
// and part of the address.
// @ts-check
import { time } from './format.js';

/** @typedef {{ from: number, to: number }} Span seconds since 1970 */
/** @typedef {{ range: string } & Partial<Span>} Chosen */

/** @type {Record<string, { name: string, seconds: number, step: number }>} */
export const ranges = Object.assign(Object.create(null), {
  '5m': { name: '5 minutes', seconds: 300, step: 5 },
  '1h': { name: '1 hour', seconds: 3600, step: 60 },
  '24h': { name: '24 hours', seconds: 86400, step: 300 },
});

/** @type {Chosen} */
export const LATEST = { range: '5m' };
const moment = (text) => (/^\d{1,11}$/.test(text ?? '') ? Number(text) : NaN);

/**
 * What an address names is chosen from then on; one that names no time gets what was chosen before.
 * @param {Record<string, string>} params
 * @param {Chosen} before
 * @returns {Chosen}
 */
export function choose({ range, from, to }, before) {
  if (moment(from) < moment(to)) {
    return { range: ranges[range] ? range : before.range, from: moment(from), to: moment(to) };
  }
  return ranges[range] ? { range } : before;
}

/** @param {Chosen} chosen */
export function rangeParams({ range, from, to }) {
  if (from) return { from, to };
  return range === LATEST.range ? {} : { range };
}

/** The words for a chosen time; empty for the latest. @param {Chosen} chosen */
export const rangeWords = ({ from, to }) => (from ? `${time(1000 * from)} to ${time(1000 * (to ?? 0))}` : '');

/**
 * Whether something lay in the chosen time, at least a part of it. In the latest lies all that a list has.
 * @param {Chosen} chosen @param {string} begin @param {string} [end]
 */
export function isInRange({ from, to }, begin, end = begin) {
  return !from || (Date.parse(end) >= 1000 * from && Date.parse(begin) < 1000 * ((to ?? 0) + 1));
}

/**
 * From when to when charts show the time, in seconds since 1970, and with which step of the history.
 * @param {Chosen} chosen @param {string} now
 */
export function shownTime({ range, from, to }, now) {
  const at = Date.parse(now) / 1000;
  if (!from || !to) {
    const { seconds, step } = ranges[range];
    return { from: at - seconds, to: at, step };
  }
  const step = Object.values(ranges).find(({ seconds }) => at - from <= seconds)?.step ?? 300;
  return { from, to, step };
}
