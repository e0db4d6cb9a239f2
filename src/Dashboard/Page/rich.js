import { el, text } from './dom.js';

// A path of an actor, the id of a trace, or a number with its unit.
const PARTS = /(\/(?:user|system|remote)(?:\/[^\s,;:()/]+)+)|\b([0-9a-f]{32})\b|(?<![\w.#$-])(?:\d[\d.,]*\d|\d)(?:\s?(?:µs|ms|s|min|h|%|kB|MB|GB)\b)?(?![\w$])/;
const escaped = name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function partsOf(sentence, names) {
  const known = names.length ? `|(?<![\\w.])(${names.map(escaped).sort((a, b) => b.length - a.length).join('|')})(?![\\w.<])` : '', parts = [];
  let end = 0;
  for (const match of sentence.matchAll(new RegExp(PARTS.source + known, 'g'))) {
    // The point at the end of a sentence is no part of a path.
    const [whole, path, trace, type] = match, name = path?.endsWith('.') ? whole.slice(0, -1) : whole;
    const href = path ? `#/actors?${new URLSearchParams({ path: name })}` : trace ? `#/traces?${new URLSearchParams({ id: trace })}` : type ? `#/type?${new URLSearchParams({ name: type })}` : '';
    parts.push({ tag: 'span', words: sentence.slice(end, match.index) }, { tag: href ? 'a' : 'b', words: name, href });
    end = match.index + name.length;
  }
  return [...parts, { tag: 'span', words: sentence.slice(end) }];
}

/** A sentence whose numbers stand out and whose paths, traces and actor types are links. A link that has the focus stays while only figures change. */
export function rich(node, sentence, names = []) {
  const parts = partsOf(sentence, names), shape = parts.map(p => `${p.tag} ${p.href ?? ''}`).join('\n');
  if (node.shape !== shape) {
    node.shape = shape;
    node.replaceChildren(...parts.map(p => { const part = el(p.tag, null, p.tag === 'b' ? 'figure' : ''); if (p.href) part.href = p.href; return part; }));
  }
  parts.forEach((p, i) => text(node.children[i], p.words));
}
