import { el, text, attr, table, field } from './dom.js';
import { count, when } from './format.js';
import { get } from './api.js';
import { traceColumn } from './failures.js';

const levels = { __proto__: null, information: 'information and above', warning: 'warnings and errors', error: 'errors' };
const address = params => `#/logs?${new URLSearchParams(Object.entries(params).filter(([, value]) => value))}`;

export const logs = {
  title: 'Logs',
  ranged: true,
  about: 'The latest log lines of the application; Akka’s too, if they go to its loggers. Warnings and errors are kept from the start of the application, and no other line pushes them out. Information is kept while a page is open, without ASP.NET Core’s lines about requests.',
  load: ({ level, find, from, to }) => get('logs', { level, find, from, to: to && Number(to) + 1 }),
  make(root) {
    const state = {}, form = el('form', root, 'form'), box = el('label', form, 'field');
    el('span', box, '', 'Level'); state.level = el('select', box);
    for (const [value, name] of Object.entries(levels)) el('option', state.level, '', name).value = value;
    state.find = field(form, 'Line contains', 'find');
    attr(form, 'role', 'search');
    form.onchange = () => { location.hash = address({ level: state.level.value, find: state.find.value.trim() }); };
    form.onsubmit = e => { e.preventDefault(); form.onchange(); };
    state.summary = el('p', root, 'muted'); attr(state.summary, 'role', 'status');
    state.rows = table(root, 'Lines', [
      { head: 'Time', value: l => when(l.time) },
      { head: 'level', update: (cell, l) => { text(cell, l.failed ? `✕ ${l.level}` : l.level === 'Warning' ? '▲ Warning' : l.level); cell.classList.toggle('hit', l.failed); cell.classList.toggle('warned', l.level === 'Warning'); } },
      { head: 'line', value: l => l.text, className: 'whole' },
      { head: 'category', value: l => l.category, className: 'long' },
      traceColumn('Nothing was current where it was logged'),
    ], 'No line.');
    return state;
  },
  show(state, data, { level, find = '' }) {
    state.level.value = levels[level] ? level : 'information';
    if (document.activeElement !== state.find) state.find.value = find;
    text(state.summary, `${count(data.matching)} ${data.matching === 1 ? 'line matches' : 'lines match'}, of the last ${count(data.kept)} warnings and errors and the last ${count(data.kept)} others${data.matching > data.lines.length ? `; these are the latest ${data.lines.length}` : ''}.${data.omitted ? ` ${count(data.omitted)} more came too fast and were left out.` : ''}`);
    const known = new Map();
    state.rows(data.lines.map(l => {
      const key = `${l.time} ${l.category} ${l.text}`, nth = known.get(key) ?? 0;
      known.set(key, nth + 1);
      return { ...l, key: `${key} ${nth}` };
    }), l => l.key);
  },
};
