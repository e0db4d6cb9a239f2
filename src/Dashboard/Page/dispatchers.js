import { el, table, linked, show, text } from './dom.js';
import { bytes, count, decimal, estimate, percent, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { chartsOf, historyCharts } from './history.js';
import { typeColumn } from './status.js';
import { busiest } from './busiest.js';

// Busy threads for each processor that the process got or wanted, from which on handlers wait rather than work; as in the diagnosis.
const FAR = 4, MUCH = .5;

/** What busy threads beside busy processors mean. The processors that the process wanted may be more than it got, or not known: null. */
export function meaning(threads, processors, wanted = processors) {
  const beside = `Handlers keep ${decimal(threads)} threads busy, the process ${decimal(processors)} processors.`;
  return threads >= Math.max(MUCH, FAR * processors) && (wanted == null || threads < FAR * wanted)
    ? { isBad: true, words: `${beside} It ${wanted == null ? 'is held back' : `wants ${decimal(wanted)}`}: the handlers wait for processors that others use, or that its limit refuses.` }
    : threads >= Math.max(MUCH, FAR * processors) ? { isBad: true, words: `${beside} The handlers hold threads and wait: look for .Result, .Wait(), Thread.Sleep and synchronous calls in those below.` }
    : threads >= MUCH && processors >= MUCH * threads ? { words: `${beside} The handlers compute.` }
    : processors >= MUCH + threads ? { words: `${beside} Most of the work is outside of handlers: requests, the garbage collector, tasks that were awaited.` }
    : { words: `${beside} Both are low: threads are no bottleneck.` };
}

export const dispatchers = {
  title: 'Threads',
  ranged: true,
  about: 'Who keeps the threads of the dispatchers busy, over the last 10 seconds, which messages are at work now, and the process around them. An awaited time keeps no thread busy.',
  async load() {
    const [all, atWork, busy, history, timeline] = await Promise.all([get('dispatchers'), get('at-work'), get('busiest'), get('history'), get('timeline')]);
    return { ...all, atWork, busiest: busy, history, timeline };
  },
  make: root => ({
    meaning: el('p', root, 'notice'),
    busy: table(root, 'Who keeps threads busy', [
      typeColumn(b => b.actorType),
      { head: 'message', value: b => b.message, sort: b => b.message },
      { head: 'dispatcher', value: b => b.dispatcher, sort: b => b.dispatcher },
      { head: 'busy threads', num: true, value: b => b.threads.toFixed(2), sort: b => b.threads, bar: b => b.threads, kind: 'work', least: 1 },
    ], 'No handler keeps a hundredth of a thread busy.', 10),
    atWork: table(root, 'Messages at work', [
      linked('Actor', w => w.path, w => `#/actors?${new URLSearchParams({ path: w.path })}`),
      typeColumn(w => w.actorType),
      { head: 'message', value: w => w.message },
      { head: 'state', value: w => w.state },
      { head: 'for', num: true, value: w => seconds(w.seconds), title: 'At least' },
      { head: 'sent by', value: w => w.sender ?? '–' },
      { head: 'trace', value: w => w.traceId ?? '–', title: 'Its own span is exported when it ends' },
      { head: 'thread', value: w => w.thread ?? '–' },
    ], 'No message has been at work for a tenth of a second.', 10),
    more: el('p', root, 'muted'),
    busiest: busiest(root),
    dispatchers: table(root, 'Dispatchers', [
      { head: 'Dispatcher', value: d => d.id },
      { head: 'busy threads', num: true, value: d => d.busyThreads.toFixed(2), title: 'Threads that its runs kept busy, on average' },
      { head: 'runs/s', num: true, value: d => perSecond(d.runsPerSecond) },
      { head: 'messages in a run', num: true, value: d => d.batch == null ? '–' : d.batch.toFixed(1), title: 'Of the runs that took any' },
      ...['p50', 'p95', 'p99'].map(p => ({ head: `delay ${p}`, num: true, value: d => estimate(d.delay[p]), title: 'From giving a mailbox to the executor to its run' })),
    ], 'No instrumented dispatcher has run a mailbox.'),
    process: table(root, 'Process', [
      { head: 'Machine', value: p => p.machine },
      { head: 'busy processors', num: true, value: p => p.processors.toFixed(2) },
      { head: 'GC pauses', num: true, value: p => percent(p.gcPauses), title: 'Share of the time in which the garbage collector stopped the process' },
      { head: 'memory', num: true, value: p => bytes(p.workingSetBytes) },
      { head: 'heap', num: true, value: p => `${bytes(p.heapBytes)} of ${bytes(p.memoryLimitBytes)}`, title: 'Of the limit of heap, container or machine' },
      { head: 'pool threads', num: true, value: p => count(p.poolThreads) },
      { head: 'waiting for the pool', num: true, value: p => count(p.poolQueue), title: 'Work that waits for a thread of the thread pool' },
    ], 'Not known yet.'),
    history: historyCharts(root, chartsOf.process),
  }),
  show(state, data, params, health) {
    const { node, process } = health, threads = data.dispatchers.reduce((sum, d) => sum + d.busyThreads, 0);
    show(state.meaning, !!process);
    if (process) { const { words, isBad } = meaning(threads, process.processors, process.wanted); text(state.meaning, words); state.meaning.className = `notice ${isBad ? 'warn' : 'plain'}`; }
    state.busy(data.busy, b => [b.actorType, b.message, b.dispatcher].join(' '));
    state.process(process ? [{ ...process, machine: `${node.machine}, process ${node.processId}` }] : [], p => p.machine);
    state.dispatchers(data.dispatchers, d => d.id);
    state.atWork(data.atWork.messages, w => w.path);
    const more = data.atWork.count - data.atWork.messages.length;
    state.busiest(data.busiest.actors, b => b.path);
    text(state.more, `${count(more)} more are at work.`); show(state.more, more > 0);
    state.history(data.history, data.timeline, params, health);
  },
};
