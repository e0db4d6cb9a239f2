// What is wrong, why, and where to look next: the words and the views for the kinds of troubles and causes.
// @ts-check
import { actorPage, isActor, isType, link, typePage } from './links.js';

/** @type {Record<string, string>} */
const kinds = Object.assign(Object.create(null), {
  blocking: 'Blocked thread',
  awaiting: 'Long await',
  growing: 'Backlog',
  late: 'Old messages',
  lost: 'Lost messages',
  restarting: 'Restart loop',
  failing: 'Failing',
  starved: 'Starved dispatcher',
  leaking: 'Actor leak',
  persisting: 'Waits for its journal',
  unreadable: 'Unreadable messages',
  'lost-node': 'Lost node',
  unreachable: 'Unreachable',
  'cut-off': 'This node',
  'late-node': 'Late node',
  ended: 'Ended',
});

/** A kind in words. One of a later version is shown as it is. */
export const kindWords = (kind) => kinds[kind] ?? kind;

/**
 * The view that shows the troubles of a kind, for the numbers in the navigation.
 * @type {Record<string, string>}
 */
export const viewOfKind = Object.assign(Object.create(null), {
  blocking: 'threads',
  awaiting: 'threads',
  starved: 'threads',
  growing: 'mailboxes',
  late: 'mailboxes',
  lost: 'lost',
  restarting: 'failures',
  failing: 'failures',
  persisting: 'actors',
  leaking: 'actors',
  unreadable: 'cluster',
  'lost-node': 'cluster',
  unreachable: 'cluster',
  'cut-off': 'cluster',
});

/** @typedef {{ kind: string, actorType: string, subject: string }} Found */
/** @typedef {[string, string]} Step a name and an address */

const threads = () => ['Threads', link('threads')];
const nodes = () => ['Cluster', link('cluster')];
const lost = () => ['Lost messages', link('lost')];
const logs = () => ['Logs', link('logs')];
const map = () => ['Map', link('map')];
const traces = () => ['Traces', link('traces')];
const itsType = (t) =>
  isType(t.actorType) ? ['Its figures', typePage(t.actorType)] : ['Mailboxes', link('mailboxes')];
const itsActor = (t) => (isActor(t.subject) ? ['The actor', actorPage(t.subject)] : itsType(t));
const itsFailures = (t) => [
  isType(t.actorType) ? 'Its failures' : 'Failures',
  link('failures', { actor: t.actorType }),
];
const itsTraces = (t) => [
  isType(t.actorType) ? 'Its failed traces' : 'Failed traces',
  link('traces', { order: 'failed', actor: t.actorType }),
];

/** @type {[(found: Found) => string[], string[]][]} */
const places = [
  [threads, ['blocking', 'awaiting', 'starved', 'stood-still', 'processors-short', 'memory-short', 'gc-pauses']],
  [threads, ['blocked-thread', 'blocked-thread-ended', 'starved-dispatcher', 'starved-pool', 'blocking-handlers']],
  [nodes, ['lost-node', 'unreachable', 'cut-off', 'late-node', 'unreadable', 'unreachable-node', 'other-node']],
  [nodes, ['unreadable-message']],
  [logs, ['ended']],
  [itsFailures, ['restarting', 'failing', 'failing-store', 'cannot-recover', 'cannot-start', 'failure-messages']],
  [itsFailures, ['restart-loop', 'shard-restart']],
  [itsTraces, ['poison-message', 'ask-timeout']],
  [itsType, ['growing', 'late', 'leaking', 'slow-store', 'slow-routee', 'overload', 'starved-messages', 'actor-leak']],
  [itsActor, ['persisting', 'slow-recovery', 'hot-actor', 'growing-stash']],
  [map, ['ask-circle']],
  [traces, ['endless-trace']],
  [lost, ['lost', 'full-mailbox', 'full-region', 'given-up', 'gone-node', 'no-subscriber', 'discarded', 'no-sender']],
  [lost, ['missing-receiver', 'unhandled']],
];
const next = new Map(places.flatMap(([place, some]) => some.map((kind) => [kind, place])));

/**
 * Where to look next.
 * @param {Found} found
 * @returns {Step}
 */
export function nextOf(found) {
  const place = next.get(found.kind) ?? (isType(found.actorType) ? itsType : () => ['Timeline', link('timeline')]);
  return /** @type {Step} */ (place(found));
}

// Causes about the process as a whole, and not about single actors of it.
const ofProcess = new Set(['memory-short', 'gc-pauses', 'starved-pool', 'processors-short', 'stood-still']);

export const isOfProcess = (kind) => ofProcess.has(kind);

/**
 * Why a message was lost: the reasons of the metric, for people.
 * @type {Record<string, string>}
 */
const lossReasons = Object.assign(Object.create(null), {
  undelivered: 'no actor was there',
  dropped: 'its mailbox was full',
  unhandled: 'the actor does not handle it',
  suppressed: 'Akka expects it: not logged',
  infrastructure: 'sent by Akka itself',
  late_reply: 'the answer came too late',
  'given-up': 'given up after all attempts',
  'full-region': 'the buffer of its shard region was full',
  discarded: 'its receiver gave it to the dead letters',
  node_gone: 'its node has left the cluster',
  no_sender: 'an answer to a message without a sender',
  no_subscriber: 'nobody has subscribed to its topic',
});

export const lossReason = (reason) => lossReasons[reason] ?? reason;

/** @type {Record<string, string>} */
const senders = Object.assign(Object.create(null), {
  _none: 'code outside actors',
  _timer: 'timers',
  _ask: 'Ask',
  _unknown: 'stopped actors',
  _remote: 'another node',
  _other: 'others',
});

/** How the type of a sender or receiver is shown: those that begin with an underscore are no types. */
export const typeName = (type, address) => address?.replace(/^.*\/\//, '') ?? senders[type] ?? type;
