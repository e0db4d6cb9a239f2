// The time that is looked at: the last minutes, or from one moment to another. It is one for all views, and part of the address.
import { time } from './format.js';

export const ranges = { __proto__: null, '5m': { name: '5 minutes', seconds: 300, step: 5, ticks: ['5 min', '4', '3', '2', '1', 'now'] }, '1h': { name: '1 hour', seconds: 3600, step: 60, ticks: ['1 h', '45', '30', '15 min', 'now'] } };

let chosen = { range: '5m' };
const moment = text => /^\d{1,11}$/.test(text ?? '') ? Number(text) : NaN;

/** What an address names is chosen from then on; one that names no time gets what was chosen before. Returns the parts of the address. */
export function chooseTime({ range, from, to }) {
  if (moment(from) < moment(to)) chosen = { range: ranges[range] ? range : chosen.range, from: moment(from), to: moment(to) };
  else if (ranges[range]) chosen = { range };
  return chosen.from ? { from: chosen.from, to: chosen.to } : chosen.range === '5m' ? {} : chosen;
}

export const isRange = range => !chosen.from && chosen.range === range;

/** The words for a chosen time; empty for the last minutes. */
export const timeWords = () => chosen.from ? `${time(1000 * chosen.from)} to ${time(1000 * chosen.to)}` : '';

/** Whether something lay in the chosen time, at least a part of it. In the last minutes lies all that a list has. */
export const isInTime = (begin, end = begin) => !chosen.from || Date.parse(end) >= 1000 * chosen.from && Date.parse(begin) < 1000 * (chosen.to + 1);

/** What a chart shows: from start to end seconds ago, in which steps of the history. */
export function shownTime(now) {
  const { seconds, step, ticks, name } = ranges[chosen.range], at = Date.parse(now) / 1000, { from, to } = chosen;
  if (!from) return { start: seconds, end: 0, step, ticks, name: `last ${name}` };
  return { start: at - from, end: at - to, step: at - from <= ranges['5m'].seconds ? 5 : 60, ticks: [from, (from + to) / 2, to].map(s => time(1000 * s)), name: timeWords() };
}
