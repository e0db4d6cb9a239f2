// What busy threads beside busy processors mean.
// @ts-check
import { decimal } from './format.js';

// Busy threads for each processor that the process got or wanted, from which on handlers wait rather than work; as in
// the diagnosis.
const FAR = 4;
const MUCH = 0.5;

/**
 * The processors that the process wanted may be more than it got, or not known: null.
 * @param {number} threads @param {number} processors @param {number | null} [wanted]
 * @returns {{ words: string, isBad: boolean }}
 */
export function meaning(threads, processors, wanted = processors) {
  const facts = `Handlers keep ${decimal(threads)} threads busy; the process uses ${decimal(processors)} processors.`;
  const isHeld = threads >= Math.max(MUCH, FAR * processors);
  if (isHeld && (wanted == null || threads < FAR * wanted)) {
    const held = wanted == null ? 'It is held back' : `It could use ${decimal(wanted)}`;
    const words = `${facts} ${held}: its handlers wait for processors that others use, or that a limit refuses.`;
    return { words, isBad: true };
  }
  if (isHeld) {
    const look = 'look for .Result, .Wait(), Thread.Sleep and synchronous calls in the handlers below.';
    return { words: `${facts} The handlers hold threads and wait: ${look}`, isBad: true };
  }
  if (threads >= MUCH && processors >= MUCH * threads) {
    return { words: `${facts} The handlers compute.`, isBad: false };
  }
  if (processors >= MUCH + threads) {
    const outside = 'requests, the garbage collector, tasks that were awaited.';
    return { words: `${facts} Most of the work is outside of handlers: ${outside}`, isBad: false };
  }
  return { words: `${facts} Both are low: threads are no bottleneck.`, isBad: false };
}
