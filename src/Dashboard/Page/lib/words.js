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
  lost_node: 'Lost node',
  unreachable: 'Unreachable',
  cut_off: 'This node',
  late_node: 'Late node',
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
  lost_node: 'cluster',
  unreachable: 'cluster',
  cut_off: 'cluster',
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
  [threads, ['blocking', 'awaiting', 'starved', 'stood_still', 'processors_short', 'memory_short', 'gc_pauses']],
  [threads, ['blocked_thread', 'blocked_thread_ended', 'starved_dispatcher', 'starved_pool', 'blocking_handlers']],
  [nodes, ['lost_node', 'unreachable', 'cut_off', 'late_node', 'unreadable', 'unreachable_node', 'other_node']],
  [nodes, ['unreadable_message']],
  [logs, ['ended']],
  [itsFailures, ['restarting', 'failing', 'failing_store', 'cannot_recover', 'cannot_start', 'failure_messages']],
  [itsFailures, ['restart_loop', 'shard_restart', 'open_circuit']],
  [itsTraces, ['poison_message', 'ask_timeout']],
  [itsType, ['growing', 'late', 'leaking', 'slow_store', 'slow_routee', 'overload', 'starved_messages', 'actor_leak']],
  [itsActor, ['persisting', 'slow_recovery', 'hot_actor', 'growing_stash']],
  [map, ['ask_circle']],
  [traces, ['endless_trace']],
  [
    lost,
    [
      'lost',
      'full_mailbox',
      'full_region',
      'lost_buffer',
      'given_up',
      'gone_node',
      'no_subscriber',
      'discarded',
      'no_sender',
    ],
  ],
  [lost, ['missing_receiver', 'unhandled']],
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
const ofProcess = new Set(['memory_short', 'gc_pauses', 'starved_pool', 'processors_short', 'stood_still']);

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
  given_up: 'given up after all attempts',
  full_region: 'the buffer of its shard region was full',
  lost_buffer: 'its shard or shard region stopped or restarted while it kept the message',
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
