// Numbers for people. Durations are microseconds.

const digits = (n, unit) => `${n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2)} ${unit}`;

export function duration(us) {
  if (us == null) return '–';
  if (us < 1) return us === 0 ? '0' : '< 1 µs';
  if (us < 999.5) return `${us.toFixed(us < 9.95 && us % 1 ? 1 : 0)} µs`;
  return us < 999500 ? digits(us / 1000, 'ms') : us < 120e6 ? digits(us / 1e6, 's') : us < 7200e6 ? `${(us / 60e6).toFixed(1)} min` : ago(us / 1e6);
}
export const seconds = s => s == null ? '–' : duration(s * 1e6);
export const estimate = p => p == null ? '–' : (p.above ? '> ' : '') + duration(p.us);
export const count = n => n == null ? '–' : n >= 1e6 ? `${(n / 1e6).toFixed(1)} M` : n >= 1e4 ? `${(n / 1e3).toFixed(1)} k` : Math.round(n).toString();
export const perSecond = n => n == null ? '–' : n > 0 && n < .05 ? '< 0.1' : n > 0 && n < 9.95 ? n.toFixed(1) : count(n);
export const shortType = name => name.split('.').pop();
/** host:port, which tells the nodes of one system apart. */
export const shortAddress = address => address.split('@').pop();
export const bytes = n => n == null ? '–' : n >= 1e9 ? `${(n / 1e9).toFixed(1)} GB` : n >= 1e6 ? `${(n / 1e6).toFixed(0)} MB` : n >= 1e3 ? `${(n / 1e3).toFixed(1)} kB` : `${n.toFixed(0)} B`;
export const decimal = n => n == null ? '–' : n >= 9.95 ? n.toFixed(0) : n.toFixed(n < .995 ? 2 : 1);
export const percent = n => n == null ? '–' : n > 0 && n < .0005 ? '< 0.1 %' : `${(100 * n).toFixed(n < .1 ? 1 : 0)} %`;
/** How long ago, in the two largest units. */
export function ago(s) {
  s = Math.max(0, Math.round(s));
  return s < 120 ? `${s} s` : s < 7200 ? `${Math.floor(s / 60)} min` : s < 172800 ? `${Math.floor(s / 3600)} h ${Math.floor(s % 3600 / 60)} min` : `${Math.floor(s / 86400)} d ${Math.floor(s % 86400 / 3600)} h`;
}
export const clock = (now, s) => new Date(Date.parse(now) - 1000 * s).toLocaleString([], { hour12: false });
export const since = (now, s) => `for ${ago(s)}, since ${time(Date.parse(now) - 1000 * s)}`;
export const uptime = (now, startedAt) => ago((Date.parse(now) - Date.parse(startedAt)) / 1000);
export const time = at => new Date(at).toLocaleTimeString([], { hour12: false });
/** A time that can be of another day has its date then. */
export const when = at => new Date(at).toDateString() === new Date().toDateString() ? time(at) : new Date(at).toLocaleString([], { hour12: false });

// Attributes that are durations in seconds, shown in the unit of the figures beside them.
const inSeconds = new Set(['akka.mailbox.wait.duration', 'akka.stash.duration']);
export const attribute = (key, value) => inSeconds.has(key) ? seconds(Number(value)) : value;
