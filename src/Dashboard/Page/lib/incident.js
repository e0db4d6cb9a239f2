// What goes into the incident's channel or ticket: one card as plain text, with times, evidence and addresses.
// @ts-check
import { ago, before } from './format.js';

/** @import { Status } from '../data/answers.d.ts' */
/** @import { Card } from './cards.js' */

const utc = (at) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/**
 * @param {Card} card
 * @param {Status} status
 * @param {string} address The page's.
 */
export function incidentText(card, { node, now }, address) {
  const { why, failure } = card;
  const since = card.seconds > 0 ? `Since ${utc(before(now, card.seconds))}, for ${ago(card.seconds)}.` : '';
  const lines = [
    `${card.level.toUpperCase()}: ${[card.name, card.place].filter(Boolean).join(' ')}`,
    `${node.application} ${node.version ?? ''}, ${node.address} on ${node.machine}, process ${node.processId}`,
    `${since} As of ${utc(now)}.`.trim(),
    '',
    ...card.lines.map((line) => `${line.words}: ${line.what}${line.more ? ` (${line.more})` : ''}`),
    ...(failure ? [`Exception: ${failure.errorType}: ${failure.text ?? ''}`] : []),
    ...(failure?.traceId ? [`Trace: ${failure.traceId}`] : []),
    ...(why ? [`Why: ${why.description} (${why.certainty})`, ...card.evidence.map((fact) => `  - ${fact}`)] : []),
    ...card.others.map((cause) => `Also: ${cause.description} (${cause.certainty})`),
    ...(why ? [`Next: ${why.nextStep}`] : []),
    ...(card.command ? [`  $ ${card.command}`] : []),
    '',
    address,
  ];
  return lines.join('\n');
}
