// What a trace says: its tree, its critical path, which hops are alike, which took longer than usual, and the same as a
// sequence diagram.
// @ts-check
import { duration, shortAddress, shortType } from './format.js';

/** @import { Hop, Trace, TraceSummary } from '../data/answers.d.ts' */
/** @typedef {{ first: Hop[], caused: Map<Hop, Hop[]> }} Tree */
/** @typedef {{ fold: string, hops: Hop[] }} Fold */
/** @typedef {{ wait?: number, work?: number }} Usual */

// So many hops that one hop caused and that are alike have a row each; more are folded into one row.
const MOST_ALIKE = 5;
// A time far above what most messages take.
const OVER = 2;
const LEAST = 1000;

/** When its message was sent, as far as it is known: before the stash and the mailbox. @param {Hop} h */
export const sentAt = (h) => h.startUs - h.waitUs - h.stashUs;

/** @param {Hop[]} hops In the order of the tree. @returns {Tree} */
export function treeOf(hops) {
  const caused = new Map(hops.map((h) => [h, /** @type {Hop[]} */ ([])]));
  const above = [];
  const first = [];
  for (const h of hops) {
    const cause = h.depth > 0 ? caused.get(above[h.depth - 1]) : null;
    (cause ?? first).push(h);
    above[h.depth] = h;
  }
  return { first, caused };
}

const causedBy = (tree, h) => tree.caused.get(h) ?? [];

/**
 * What the trace waited for, one after the other: of the hops that a hop caused, the one that ended last, before that
 * the last one that had ended when that one began, and so on. A hop ends with the last one that it caused; an Ask with
 * its answer, after which the handler that gave it may go on.
 * @param {Hop[]} hops @param {Tree} tree
 */
export function criticalPath(hops, tree) {
  const path = new Set();
  const ends = new Map();
  for (const h of [...hops].reverse()) {
    const own = h.startUs + h.workUs;
    ends.set(h, isAsk(h) ? own : Math.max(own, ...causedBy(tree, h).map((c) => ends.get(c))));
  }
  const walk = (some, until) => {
    for (const h of [...some].sort((a, b) => ends.get(b) - ends.get(a))) {
      if (ends.get(h) > until) continue;
      path.add(h);
      walk(causedBy(tree, h), isAsk(h) ? Infinity : ends.get(h));
      until = sentAt(h);
    }
  };
  walk(tree.first, Infinity);
  return path;
}

/**
 * The hops in their order, and one fold in place of many that are alike. What is on the critical path or has failed is
 * never folded.
 * @param {Hop[]} hops @param {Tree} tree @param {Set<Hop>} critical @param {Set<string>} opened
 * @returns {(Hop | Fold)[]}
 */
export function rowsOf(hops, tree, critical, opened) {
  const rows = [];
  const failed = new Set();
  for (const h of [...hops].reverse()) {
    if (h.errorType || causedBy(tree, h).some((c) => failed.has(c))) failed.add(h);
  }
  const walk = (some, parent) => {
    const kind = (h) => `${parent} ${h.name} ${h.messageType}`;
    const alike = new Map();
    for (const h of some) alike.set(kind(h), [...(alike.get(kind(h)) ?? []), h]);
    const folds = new Map();
    for (const [fold, same] of alike) {
      const hidden = same.filter((h) => !critical.has(h) && !failed.has(h));
      if (same.length > MOST_ALIKE && hidden.length > 1) folds.set(fold, { fold, hops: hidden });
    }
    for (const h of some) {
      const fold = folds.get(kind(h));
      if (fold?.hops.includes(h)) {
        if (!rows.includes(fold)) rows.push(fold);
        if (!opened.has(fold.fold)) continue;
      }
      rows.push(h);
      walk(causedBy(tree, h), h.id);
    }
  };
  walk(tree.first, '');
  return rows;
}

/** The actor type of a hop. @param {Hop} h */
export const typeOf = (h) => h.attributes.find(([key]) => key === 'akka.actor.type')?.[1];

/**
 * A hop's times beside the usual ones of its type.
 * @param {Hop} hop @param {Map<string, Usual> | undefined} usual
 */
export function beside(hop, usual) {
  const known = usual?.get(typeOf(hop) ?? '') ?? {};
  const one = (key) => ({
    usual: known[key],
    isOver: known[key] != null && hop[`${key}Us`] > Math.max(OVER * known[key], LEAST),
  });
  return { wait: one('wait'), work: one('work') };
}

/**
 * How long after the end of what caused it a hop's message arrived: it was on the way to another node, or a timer
 * held it. Until then it waited in no mailbox.
 * @param {Hop[]} hops
 */
export function delays(hops) {
  const known = new Map(hops.map((h) => [h.id, h]));
  return (/** @type {Hop} */ h) => {
    const cause = known.get(h.parentId ?? '');
    return cause ? Math.max(0, sentAt(h) - cause.startUs - cause.workUs) : 0;
  };
}

/** The hop to begin with: the one that failed, or the one that took longest. @param {Trace} trace */
export function notableHop({ hops }) {
  const actors = hops.filter((h) => h.isMessage);
  const whole = (h) => h.workUs + h.waitUs + h.stashUs;
  return (
    actors.find((h) => h.errorType) ??
    hops.find((h) => h.errorType) ??
    (actors.length ? actors : hops).reduce((a, b) => (whole(b) > whole(a) ? b : a))
  );
}

/** Steps of a scale that are easy to read. @param {number} total */
export function niceStep(total) {
  const raw = total / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((f) => f * power >= raw) ?? 10);
}

/** Whether a hop is an Ask: it lasts from the question to the answer. @param {Hop} h */
export const isAsk = (h) => !h.isMessage && h.messageType != null;

/** The name of a hop with its message: the name of a message that leaves the node ends with its type. @param {Hop} h */
export const hopTitle = (h) =>
  h.messageType && !h.name.endsWith(h.messageType) ? `${h.name} · ${h.messageType}` : h.name;

// Beyond this a diagram is unreadable.
const MOST_STEPS = 60;
const clean = (text) => text.replace(/[;#\n\r"]/g, ' ').slice(0, 60);

/**
 * Who sent what to whom, in the order of time.
 * @param {Trace} trace
 */
export function sequenceOf(trace) {
  const known = new Map(trace.hops.map((h) => [h.id, h]));
  const nodes = new Set(trace.hops.map((h) => h.node)).size > 1;
  const nameOf = (h) => {
    const name = (h.isMessage && typeOf(h)) || h.name.split('/')[0] || h.name;
    return nodes && h.node ? `${name} @ ${shortAddress(h.node)}` : name;
  };
  // Who asks is what the Ask is below.
  const causeOf = (h) => {
    const cause = known.get(h.parentId ?? '');
    return cause && isAsk(cause) ? known.get(cause.parentId ?? '') : cause;
  };
  const hops = [...trace.hops].filter((h) => h.isMessage).sort((a, b) => sentAt(a) - sentAt(b));
  const steps = hops.slice(0, MOST_STEPS).map((h) => {
    const cause = causeOf(h);
    return {
      from: cause ? nameOf(cause) : 'caller',
      to: nameOf(h),
      message: h.messageType ?? h.name,
      took: `${duration(h.waitUs)} + ${duration(h.workUs)}`,
      error: h.errorType ? shortType(h.errorType) : '',
    };
  });
  const actors = [...new Set(steps.flatMap((s) => [s.from, s.to]))];
  return { actors, steps, omitted: hops.length - steps.length };
}

/** The same as the text of a Mermaid diagram. @param {Trace} trace */
export function mermaidOf(trace) {
  const { actors, steps, omitted } = sequenceOf(trace);
  const id = (name) => `a${actors.indexOf(name)}`;
  return [
    'sequenceDiagram',
    ...actors.map((name) => `  participant ${id(name)} as ${clean(name)}`),
    ...steps.flatMap((s) => [
      `  ${id(s.from)}->>${id(s.to)}: ${clean(s.message)} (${s.took})`,
      ...(s.error ? [`  Note over ${id(s.to)}: ${clean(s.error)}`] : []),
    ]),
    ...(omitted ? [`  Note over ${id(actors[0])}: ${omitted} more messages`] : []),
  ].join('\n');
}

/** What a trace begins with. @param {TraceSummary} t */
export const rootName = (t) =>
  t.messageType && !t.name.endsWith(t.messageType) ? `${t.name} ${t.messageType}` : t.name;
