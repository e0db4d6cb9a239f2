// What mailboxes do: whether they grow, and when they will be empty.
// @ts-check
import { count, perSecond, seconds } from './format.js';

/** @import { Mailbox, Type } from '../data/answers.d.ts' */

// A mailbox whose messages wait for a moment only comes and goes.
const isBacklog = (m) => m.oldestSeconds == null || m.oldestSeconds >= 1;

/** @param {Mailbox} m */
export function trendOf(m) {
  if (m.perSecond == null || !isBacklog(m)) return '–';
  if (m.perSecond > 0) return `grows by ${perSecond(m.perSecond)}/s`;
  return m.perSecond < 0 ? `empty in ${seconds(m.depth / -m.perSecond)}` : 'stays';
}

/** @param {Mailbox} m */
export const arriving = (m) =>
  m.handledPerSecond == null || m.perSecond == null ? null : Math.max(0, m.handledPerSecond + m.perSecond);

/**
 * What a type's mailboxes do together, in one sentence: the slowest one decides. The sentence is empty when nothing
 * is to be said.
 * @param {Type} type
 */
export function backlogOf({ figures, deepest, drainSeconds }) {
  const [worst] = deepest;
  if (!worst || !isBacklog(worst)) return { drain: 'none', grows: false, sentence: '' };
  const share = Math.min(1, worst.depth / Math.max(figures.waiting, 1));
  const growing = deepest.some((m) => isBacklog(m) && (m.perSecond ?? 0) > 0);
  const empty = drainSeconds != null ? `empty in ${seconds(drainSeconds)}` : worst.perSecond == null ? '–' : 'stays';
  const holds = share > 0.99 ? 'all' : `${Math.round(100 * share)} % of the`;
  const isOne = figures.live > 1 && share >= 0.5 && worst.depth > 9;
  return {
    drain: growing ? 'grows' : empty,
    grows: growing,
    sentence: isOne
      ? `1 of ${count(figures.live)} actors holds ${holds} waiting messages: ${worst.path}, ${trendOf(worst)}. ` +
        'The waits and works below are of the messages that were taken, mostly by the other actors.'
      : '',
  };
}
