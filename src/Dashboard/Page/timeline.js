import { attr, el, table, text } from './dom.js';
import { ago, count, when } from './format.js';
import { get } from './api.js';
import { isInTime } from './range.js';
import { typeColumn, words } from './status.js';

const took = f => ((f.ended ? Date.parse(f.ended) : Date.now()) - Date.parse(f.since)) / 1000;

export const timeline = {
  title: 'Timeline',
  ranged: true,
  about: 'What has been wrong in this actor system, from when to when, since the process began, also from before the page was opened. What goes on is marked. Findings of one kind and type are one row.',
  load: () => get('timeline'),
  make: root => ({
    summary: el('p', root, 'muted'),
    rows: table(root, 'What has been wrong', [
      { head: 'Began', value: f => when(f.since), sort: f => f.since },
      { head: 'ended', sort: f => f.ended ?? '9', update: (cell, f) => { text(cell, f.ended ? when(f.ended) : 'goes on'); cell.classList.toggle('hit', !f.ended); } },
      { head: 'for', num: true, value: f => ago(took(f)), sort: took },
      { head: 'what', value: f => words[f.kind] ?? f.kind, sort: f => f.kind },
      { head: 'findings', num: true, value: f => count(f.count), sort: f => f.count, title: 'Alike, of one type, without a minute’s pause' },
      typeColumn(f => f.actor || null),
      { head: 'first seen at', className: 'long', make: cell => el('a', cell), sort: f => f.path, update: (cell, f) => { const a = cell.firstChild; text(a, f.path); f.actor ? attr(a, 'href', `#/actors?${new URLSearchParams({ path: f.path })}`) : a.removeAttribute('href'); } },
      { head: 'what, at its worst', className: 'long', value: f => f.what },
    ], 'Nothing has been wrong.'),
  }),
  show(state, data) {
    text(state.summary, `The process began at ${new Date(data.began).toLocaleString()}; this has been watched for ${ago(data.seconds)}.`);
    state.rows(data.findings.filter(f => isInTime(f.since, f.ended ?? Date())), f => [f.kind, f.path, f.actor, f.since].join(' '));
  },
};
