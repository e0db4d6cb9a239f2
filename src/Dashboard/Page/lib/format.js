// Numbers and times for people. Durations are microseconds.
// @ts-check

/** @import { DurationEstimate } from '../data/answers.d.ts' */

const UNKNOWN = '–';
const digits = (n, unit) => `${n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2)} ${unit}`;

/** @param {number | null | undefined} us */
export function duration(us) {
  if (us == null) return UNKNOWN;
  if (us < 1) return us === 0 ? '0' : '< 1 µs';
  if (us < 999.5) return `${us.toFixed(us < 9.95 && us % 1 ? 1 : 0)} µs`;
  if (us < 999500) return digits(us / 1000, 'ms');
  if (us < 120e6) return digits(us / 1e6, 's');
  return us < 7200e6 ? `${(us / 60e6).toFixed(1)} min` : ago(us / 1e6);
}

/** @param {number | null | undefined} s */
export const seconds = (s) => (s == null ? UNKNOWN : duration(s * 1e6));

/** @param {DurationEstimate | null | undefined} p */
export const estimate = (p) => (p == null ? UNKNOWN : (p.above ? '> ' : '') + duration(p.us));

/** @param {number | null | undefined} n */
export function count(n) {
  if (n == null) return UNKNOWN;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  return n >= 1e4 ? `${(n / 1e3).toFixed(1)} k` : Math.round(n).toString();
}

/** @param {number | null | undefined} n */
export function perSecond(n) {
  if (n == null) return UNKNOWN;
  if (n > 0 && n < 0.05) return '< 0.1';
  return n > 0 && n < 9.95 ? n.toFixed(1) : count(n);
}

/** @param {number | null | undefined} n */
export function bytes(n) {
  if (n == null) return UNKNOWN;
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} GB`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(0)} MB`;
  return n >= 1e3 ? `${(n / 1e3).toFixed(1)} kB` : `${n.toFixed(0)} B`;
}

/** @param {number | null | undefined} n */
export const decimal = (n) => (n == null ? UNKNOWN : n >= 9.95 ? n.toFixed(0) : n.toFixed(n < 0.995 ? 2 : 1));

/** @param {number | null | undefined} n */
export function percent(n) {
  if (n == null) return UNKNOWN;
  if (n === 0) return '0 %';
  return n < 0.0005 ? '< 0.1 %' : `${(100 * n).toFixed(n < 0.1 ? 1 : 0)} %`;
}

/** "1 message", "2 messages". */
export const some = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** The name of a type without its namespace. */
export const shortType = (name) => name.split('.').pop() ?? name;

/** host:port, which tells the nodes of one system apart. */
export const shortAddress = (address) => address.split('@').pop() ?? address;

/**
 * How long, in the two largest units.
 * @param {number} s
 */
export function ago(s) {
  s = Math.max(0, Math.round(s));
  if (s < 120) return `${s} s`;
  if (s < 7200) return `${Math.floor(s / 60)} min`;
  if (s < 172800) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
}

/** @param {string | number | Date} at */
export const time = (at) => new Date(at).toLocaleTimeString([], { hour12: false });

/** Hours and minutes, for an axis of hours. */
export const shortTime = (at) =>
  new Date(at).toLocaleTimeString([], { hour12: false, hour: '2-digit', minute: '2-digit' });

/** A time of another day has its date. */
export const when = (at) =>
  new Date(at).toDateString() === new Date().toDateString()
    ? time(at)
    : new Date(at).toLocaleString([], { hour12: false });

/** @param {string} now @param {string} at */
export const secondsAgo = (now, at) => (Date.parse(now) - Date.parse(at)) / 1000;

/** @param {string} now @param {number} s */
export const before = (now, s) => new Date(Date.parse(now) - 1000 * s);

// Attributes that are durations in seconds, shown in the unit of the figures beside them.
const inSeconds = new Set(['akka.mailbox.wait.duration', 'akka.stash.duration']);

export const attribute = (key, value) => (inSeconds.has(key) ? seconds(Number(value)) : value);
