// Nodes of the cluster, in words.
// @ts-check
import { ago } from './format.js';

/** @import { ClusterNode } from '../data/answers.d.ts' */

// Figures are asked for every two seconds.
const OLD = 5;

/** A figure is muted when its node no longer reports it. */
export const isOld = (n) => n.state !== 'answers' || (n.ageSeconds ?? 0) > OLD;

/** @type {Record<string, (n: any) => string>} */
const states = Object.assign(Object.create(null), {
  asked: () => 'is asked',
  silent: () => 'does not answer',
  unreachable: () => 'unreachable',
  gone: () => 'left the cluster',
  without: () => 'without AkkaInstrumentation.Cluster',
  other_version: () => 'has another version of AkkaInstrumentation.Cluster',
  not_asked: () => 'is not asked: only the 100 oldest nodes are',
  answers: (n) =>
    n.node === null ? 'answers, but has no dashboard that may be seen' : isOld(n) ? 'answers slowly' : 'answers',
});

/** Whether a node answers, in words that follow its name. */
export const stateWords = (n) => states[n.state]?.(n) ?? n.state;

/** @param {ClusterNode} n */
export function figuresText(n) {
  if (n.state === 'gone') return `left the cluster${n.ageSeconds == null ? '' : ` ${ago(n.ageSeconds)} ago`}`;
  return `${stateWords(n)}${(n.ageSeconds ?? 0) > OLD ? `, latest answer ${ago(n.ageSeconds ?? 0)} ago` : ''}`;
}

/** Its place in the cluster. @param {ClusterNode} n */
export function standing(n) {
  const late = n.lateSeconds ? `, last heartbeat ${ago(n.lateSeconds)} ago` : '';
  const oldest = n.age === 1 ? ', oldest' : '';
  return `${n.status.replace('_', ' ')}${oldest}${n.leader ? ', leader' : ''}${n.reachable ? late : ', unreachable'}`;
}
