// Failures: what the exception says and where it was thrown, then who, how often, and what leads further.
// @ts-check
import { html } from '../lib/preact.js';
import { ago, count, shortType } from '../lib/format.js';
import { ActorName, Name, TraceName, TypeName } from './names.js';
import { Spark } from './spark.js';
import { Table } from './table.js';

/** @import { Failure } from '../data/answers.d.ts' */

/** @type {Record<string, string>} */
const noMessage = Object.assign(Object.create(null), {
  _none: 'its start',
  _recovery: 'its recovery',
  _unknown: 'unknown',
  _other: 'others',
});

/** @param {Failure} f */
const failureKey = (f) => [f.actorType, f.errorType, f.messageType, f.asked ?? ''].join(' ');

/** @param {Failure} f */
const messageOf = (f) => {
  const from = f.asked && f.asked !== '_unknown' ? ` from ${f.asked}` : '';
  return `${noMessage[f.messageType] ?? f.messageType}${from}`;
};

/** @type {(seen?: Map<string, number[]>) => import('./table.js').Column[]} */
const columnsOf = (seen) => [
  {
    head: 'Exception',
    class: 'says',
    sort: (f) => f.errorType,
    value: (f) =>
      html`<span class="exception"><bdi>${f.text ?? 'The text is not shown'}</bdi></span>
        <small class="below">
          <${Name} name=${shortType(f.errorType)} title=${f.errorType} />${
            f.thrownIn && html`, thrown in <${Name} name=${f.thrownIn} />`
          }
        </small>`,
  },
  {
    head: 'actor type',
    class: 'name',
    sort: (f) => f.actorType,
    value: (f) => html`<${TypeName} type=${f.actorType} />`,
  },
  { head: 'message', value: (f) => html`<${Name} name=${messageOf(f)} />`, sort: (f) => f.messageType },
  {
    head: 'last minute',
    num: true,
    phone: true,
    sort: (f) => f.lastMinute,
    value: (f) => count(f.lastMinute),
    isBad: (f) => f.lastMinute > 0,
  },
  {
    head: 'since opened',
    title: 'Failures of a minute each, in the last minutes',
    value: (f) => html`<${Spark} kind="bad" values=${seen?.get(failureKey(f)) ?? []} least=${2} />`,
  },
  { head: 'total', num: true, value: (f) => count(f.failures), sort: (f) => f.failures },
  {
    head: 'latest, first',
    num: true,
    value: (f) => html`${ago(f.latestSeconds)} ago<small class="below">${ago(f.firstSeconds)} ago</small>`,
    sort: (f) => f.latestSeconds,
  },
  {
    head: 'latest actor, trace',
    class: 'path',
    title: 'The page of the actor has its last messages, if they are recorded',
    value: (f) =>
      html`<${ActorName} path=${f.actorPath} />
        <span class="below"
          ><${TraceName} trace=${f.traceId} kept=${f.traceKept} none="Its message was not sampled"
        /></span>`,
  },
];

/** @param {{ rows: Failure[], withActor?: boolean, seen?: Map<string, number[]> }} props */
export function FailureTable({ rows, withActor = true, seen }) {
  const columns = columnsOf(seen).filter(
    (c) => (withActor || c.head !== 'actor type') && (seen || c.head !== 'since opened'),
  );
  return html`<${Table}
    caption="Failures"
    columns=${columns}
    items=${rows}
    keyOf=${failureKey}
    none="Nothing has failed."
    most=${50}
  />`;
}

const KEPT = 60;

/** Adds an answer to what was seen of each row before. @param {Map<string, number[]>} seen @param {Failure[]} rows */
export function notedFailures(seen, rows) {
  return new Map(rows.map((f) => [failureKey(f), [...(seen.get(failureKey(f)) ?? []), f.lastMinute].slice(-KEPT)]));
}
