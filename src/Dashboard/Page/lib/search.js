// One search for all: a type, a path, the id of a trace, a message type or the name of an entity.
// @ts-check
import { link, tracePage, typePage } from './links.js';

/** @typedef {{ kind: string, name: string, href: string }} Hit */

const TRACE = /^[0-9a-f]{32}$/i;
const MOST = 12;

/**
 * What can be reached with the text: a trace by its id, an actor by its path, types and messages by a part of their
 * name, and a search in the tree of actors or in the log for all else.
 * @param {string} text
 * @param {{ types: string[], messages: string[], views: [string, string][] }} known
 * @returns {Hit[]}
 */
export function hitsOf(text, { types, messages, views }) {
  const wanted = text.trim();
  if (!wanted) return [];
  const isIn = (name) => name.toLowerCase().includes(wanted.toLowerCase());
  const begins = (name) => Number(name.toLowerCase().startsWith(wanted.toLowerCase()));
  const best = (names) => names.filter(isIn).sort((a, b) => begins(b) - begins(a) || a.length - b.length);
  /** @type {Hit[]} */
  const hits = [];
  if (TRACE.test(wanted)) hits.push({ kind: 'trace', name: wanted, href: tracePage(wanted.toLowerCase()) });
  if (wanted.startsWith('/')) hits.push({ kind: 'actor', name: wanted, href: link('actors', { path: wanted }) });
  hits.push(...best(types).map((name) => ({ kind: 'type', name, href: typePage(name) })));
  hits.push(...best(messages).map((name) => ({ kind: 'message', name, href: link('traces', { message: name }) })));
  hits.push(
    ...views
      .filter(([, title]) => isIn(title))
      .map(([name, title]) => ({ kind: 'view', name: title, href: link(name) })),
  );
  const all = hits.slice(0, MOST);
  const name = wanted.split('/').filter(Boolean).pop() ?? wanted;
  return [
    ...all,
    { kind: 'actors named', name, href: link('actors', { path: '/user', find: name }) },
    { kind: 'entities named', name, href: link('actors', { path: '/system/sharding', find: name }) },
    { kind: 'log lines with', name: wanted, href: link('logs', { find: wanted }) },
  ];
}
