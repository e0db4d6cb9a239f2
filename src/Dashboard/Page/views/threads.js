// Who keeps threads busy, which messages are at work now, and the process around them.
// @ts-check
import { html } from '../lib/preact.js';
import { bytes, count, estimate, percent, perSecond, seconds } from '../lib/format.js';
import { chartsOf } from '../lib/history.js';
import { meaning } from '../lib/threads.js';
import { get } from '../data/api.js';
import { getHistory } from '../data/history.js';
import { Command } from '../components/command.js';
import { Figures } from '../components/figures.js';
import { HandlerStack } from '../components/handler-stack.js';
import { History } from '../components/history.js';
import { ActorName, Name, TraceName, TypeName } from '../components/names.js';
import { usePage } from '../components/page-context.js';
import { Table } from '../components/table.js';

/** @import { ProcessUse } from '../data/answers.d.ts' */
/** @typedef {import('../components/table.js').Column} Column */

const typeColumn = (typeOf) => ({
  head: 'type',
  class: 'name',
  sort: typeOf,
  value: (item) => html`<${TypeName} type=${typeOf(item)} />`,
});

/** @returns {Column[]} */
const atWorkOf = (hasStacks) => [
  { head: 'Actor', class: 'path', value: (w) => html`<${ActorName} path=${w.actorPath} />`, sort: (w) => w.actorPath },
  typeColumn((w) => w.actorType),
  { head: 'message', value: (w) => html`<${Name} name=${w.messageType} />` },
  { head: 'state', value: (w) => w.state },
  {
    head: 'for',
    num: true,
    phone: true,
    title: 'At least',
    value: (w) => seconds(w.workSeconds),
    sort: (w) => w.workSeconds,
  },
  { head: 'sent by', class: 'path', value: (w) => html`<${ActorName} path=${w.senderPath} />` },
  {
    head: 'trace',
    title: 'Its own span is exported when it ends',
    value: (w) => html`<${TraceName} trace=${w.traceId} />`,
  },
  {
    head: 'thread',
    value: (w) =>
      html`${w.thread ?? '–'}
      ${hasStacks && w.thread && html`<${HandlerStack} key=${w.actorPath} path=${w.actorPath} />`}`,
  },
];

/** @type {Column[]} */
const busy = [
  typeColumn((b) => b.actorType),
  { head: 'message', value: (b) => html`<${Name} name=${b.messageType} />`, sort: (b) => b.messageType },
  { head: 'dispatcher', value: (b) => html`<${Name} name=${b.dispatcher} />`, sort: (b) => b.dispatcher },
  {
    head: 'busy threads',
    num: true,
    phone: true,
    value: (b) => b.threads.toFixed(2),
    sort: (b) => b.threads,
    bar: (b) => b.threads,
    kind: 'work',
    least: 1,
  },
  {
    head: 'allocates/s',
    num: true,
    title: 'Bytes that its own threads allocate, about',
    value: (b) => bytes(b.bytesPerSecond),
    sort: (b) => b.bytesPerSecond,
  },
];

/** @type {Column[]} */
const timers = [
  typeColumn((t) => t.actorType),
  { head: 'pending', num: true, phone: true, value: (t) => count(t.pending), sort: (t) => t.pending },
];

/** @type {Column[]} */
const streams = [
  { head: 'Stage', class: 'name', value: (s) => html`<${Name} name=${s.name} />`, sort: (s) => s.name },
  { head: 'running', num: true, value: (s) => count(s.running), sort: (s) => s.running },
  { head: 'elements', num: true, phone: true, value: (s) => count(s.elements), sort: (s) => s.elements },
  { head: 'failures', num: true, value: (s) => count(s.failures), sort: (s) => s.failures },
  {
    head: 'waits for demand',
    num: true,
    phone: true,
    title: 'Share of its time in which it waited for what follows it',
    value: (s) => percent(s.waitsForDemand),
    sort: (s) => s.waitsForDemand,
  },
  {
    head: 'longest wait now',
    num: true,
    title: 'How long it has waited for what follows it',
    value: (s) => seconds(s.oldestWaitSeconds),
    sort: (s) => s.oldestWaitSeconds,
  },
];

/** @type {Column[]} */
const busiest = [
  { head: 'Actor', class: 'path', value: (b) => html`<${ActorName} path=${b.path} />`, sort: (b) => b.path },
  typeColumn((b) => b.type),
  {
    head: 'at work',
    num: true,
    phone: true,
    title: 'Share of the time in which it worked or awaited, about',
    value: (b) => percent(b.work),
    sort: (b) => b.work,
  },
  { head: 'messages/s', num: true, title: 'About', value: (b) => perSecond(b.perSecond), sort: (b) => b.perSecond },
  { head: 'mean wait', num: true, title: 'About', value: (b) => seconds(b.waitSeconds), sort: (b) => b.waitSeconds },
  { head: 'failures', num: true, value: (b) => count(b.failures), sort: (b) => b.failures },
  {
    head: 'timed',
    num: true,
    title: 'Messages from which work, rate and wait are estimated',
    value: (b) => count(b.timed),
    sort: (b) => b.timed,
  },
];

/** @type {Column[]} */
const dispatchers = [
  { head: 'Dispatcher', value: (d) => html`<${Name} name=${d.id} />` },
  {
    head: 'busy threads',
    num: true,
    phone: true,
    title: 'Threads that its runs kept busy, on average',
    value: (d) => d.busyThreads.toFixed(2),
  },
  { head: 'runs/s', num: true, value: (d) => perSecond(d.runsPerSecond) },
  {
    head: 'messages in a run',
    num: true,
    title: 'Of the runs that took any',
    value: (d) => (d.batch == null ? '–' : d.batch.toFixed(1)),
  },
  ...['p50', 'p95', 'p99'].map((p) => ({
    head: `${p} delay`,
    num: true,
    title: 'From giving a mailbox to the executor to its run',
    value: (d) => estimate(d.delay[p]),
  })),
];

/** @param {ProcessUse} p */
const processFigures = (p) => [
  { name: 'busy processors', value: p.processors.toFixed(2) },
  { name: 'GC pauses', value: percent(p.gcPauses) },
  { name: 'memory', value: bytes(p.workingSetBytes) },
  { name: `heap, limit ${bytes(p.memoryLimitBytes)}`, value: bytes(p.heapBytes) },
  { name: 'pool threads', value: count(p.poolThreads) },
  { name: 'waiting for the pool', value: count(p.poolQueue), isBad: p.poolQueue > 0 },
];

function Threads({ data }) {
  const { status } = usePage();
  const { node, process } = status;
  const threads = data.dispatchers.reduce((sum, d) => sum + d.busyThreads, 0);
  const said = process && meaning(threads, process.processors, process.wanted);
  const more = data.atWork.count - data.atWork.messages.length;
  const command = `dotnet-stack report --process-id ${node.processId}`;
  return html`
    ${
      said &&
      html`<div class="notice ${said.isBad ? 'warn' : 'plain'}">
        <p>${said.words}</p>
        ${said.isBad && html`<${Command} text=${command} />`}
      </div>`
    }
    <${Table}
      caption="Messages at work"
      columns=${atWorkOf(data.atWork.stacks)}
      items=${data.atWork.messages}
      keyOf=${(w) => w.actorPath}
      none="No message has been at work for a tenth of a second."
      most=${10}
    />
    ${more > 0 && html`<p class="muted">${count(more)} more are at work.</p>`}
    <${Table}
      caption="Who keeps threads busy"
      columns=${busy}
      items=${data.busy}
      keyOf=${(b) => [b.actorType, b.messageType, b.dispatcher].join(' ')}
      none="No handler keeps a hundredth of a thread busy or allocates much."
      most=${10}
    />
    <${Table}
      caption="Busiest actors, last 30 to 60 seconds"
      columns=${busiest}
      items=${data.busiest.actors}
      keyOf=${(b) => b.path}
      none="No actor has had a timed message."
      most=${10}
    />
    <${Table}
      caption="Dispatchers"
      columns=${dispatchers}
      items=${data.dispatchers}
      keyOf=${(d) => d.id}
      none="No instrumented dispatcher has run a mailbox."
    />
    ${
      data.timers &&
      html`<${Table}
        caption="Scheduled messages and timers"
        columns=${timers}
        items=${data.timers}
        keyOf=${(t) => t.actorType}
        none="No scheduled message is pending."
        most=${10}
      />`
    }
    ${
      data.streams &&
      html`<${Table}
        caption="Streams"
        columns=${streams}
        items=${data.streams}
        keyOf=${(s) => s.name}
        none="No stage is named."
        most=${10}
      />`
    }
    ${process && html`<${Figures} label="Process ${node.processId}" figures=${processFigures(process)} />`}
    <${History} charts=${chartsOf.process} history=${data.history} timeline=${data.timeline} />
  `;
}

export const threads = {
  title: 'Threads',
  ranged: true,
  about:
    'The messages that actors work on now, who kept the threads of the dispatchers busy in the last 10 seconds, ' +
    'and the process around them. A handler that awaits keeps no thread busy.',
  async load(params) {
    const [all, atWorkNow, busiestNow, history, timeline] = await Promise.all([
      get('dispatchers'),
      get('at-work'),
      get('busiest'),
      getHistory(params),
      get('timeline'),
    ]);
    return { ...all, atWork: atWorkNow, busiest: busiestNow, history, timeline };
  },
  View: Threads,
};
