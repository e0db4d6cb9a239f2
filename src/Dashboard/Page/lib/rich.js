// The parts of a sentence: its numbers stand out, and its paths, traces and actor types are links.
// @ts-check
import { actorPage, tracePage, typePage } from './links.js';

// A path of an actor, the id of a trace, or a number with its unit. A path ends where a sentence goes on: at a space,
// or at punctuation before a space or the end. A time is no number.
const PATH = String.raw`(\/(?:user|system|remote)(?:\/[^\s/]+)+)`;
const TRACE = String.raw`\b([0-9a-f]{32})\b`;
const TIME = String.raw`(\b(?:\d{4}-\d\d-\d\dT)?\d\d?:\d\d(?::\d\d[\d.]*)?Z?\b)`;
const EXCEPTION = String.raw`(?<![\w.])((?:[A-Za-z_]\w*\.)+\w*Exception)(?![\w.])`;
const NUMBER = String.raw`(?<![\w.#$:-])(?:\d[\d.,]*\d|\d)(?:\s?(?:(?:µs|ms|s|min|h|kB|MB|GB)\b|%))?(?![\w$]|:\d|-\w)`;
const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @typedef {{ words: string, href?: string, isFigure?: boolean, isException?: boolean }} Part */

/**
 * @param {string} sentence
 * @param {string[]} names Actor types that can be in it.
 * @returns {Part[]}
 */
export function partsOf(sentence, names = []) {
  const longestFirst = names.map(escaped).sort((a, b) => b.length - a.length);
  const known = names.length ? `|(?<![\\w.])(${longestFirst.join('|')})(?![\\w.<])` : '';
  const parts = [];
  let end = 0;
  for (const match of sentence.matchAll(new RegExp(`${PATH}|${TRACE}|${TIME}|${EXCEPTION}|${NUMBER}${known}`, 'g'))) {
    const [whole, path, trace, time, exception, type] = match;
    if (time) continue;
    const words = path ? withoutPunctuation(path) : whole;
    const href = path ? actorPage(words) : trace ? tracePage(trace) : type ? typePage(type) : undefined;
    parts.push({ words: sentence.slice(end, match.index) });
    parts.push(href ? { words, href } : exception ? { words, isException: true } : { words, isFigure: true });
    end = match.index + words.length;
  }
  return [...parts, { words: sentence.slice(end) }].filter((part) => part.words);
}

// A closing parenthesis belongs to a path that opens one.
function withoutPunctuation(path) {
  let end = path.length;
  while (/[.,;:!?)\]'"”]/.test(path[end - 1])) {
    const kept = path.slice(0, end);
    if (kept.endsWith(')') && kept.split('(').length >= kept.split(')').length) break;
    end--;
  }
  return path.slice(0, end);
}
