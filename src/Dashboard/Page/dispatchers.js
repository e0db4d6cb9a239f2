import { el, table, linked, show, text } from './dom.js';
import { bytes, count, estimate, percent, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { typeColumn } from './status.js';
import { busiest } from './busiest.js';

export const dispatchers = {
  title: 'Threads',
  about: 'How busy the dispatchers are, over the last 10 seconds, which messages are at work, which actors did most, and the process around them.',
  load: async () => ({ ...await get('dispatchers'), atWork: await get('at-work'), busiest: await get('busiest') }),
  make: root => ({
    dispatchers: table(root, 'Dispatchers', [
      { head: 'Dispatcher', value: d => d.id },
      { head: 'busy threads', num: true, value: d => d.busyThreads.toFixed(2), title: 'Threads that its runs kept busy, on average' },
      { head: 'runs/s', num: true, value: d => perSecond(d.runsPerSecond) },
      { head: 'messages in a run', num: true, value: d => d.batch == null ? '–' : d.batch.toFixed(1), title: 'Of the runs that took any' },
      ...['p50', 'p95', 'p99'].map(p => ({ head: `delay ${p}`, num: true, value: d => estimate(d.delay[p]), title: 'From giving a mailbox to the executor to its run' })),
    ], 'No instrumented dispatcher has run a mailbox.'),
    atWork: table(root, 'Messages at work', [
      linked('Actor', w => w.path, w => `#/actors?${new URLSearchParams({ path: w.path })}`),
      typeColumn(w => w.actor),
      { head: 'message', value: w => w.message },
      { head: 'state', value: w => w.state },
      { head: 'for', num: true, value: w => seconds(w.seconds), title: 'At least' },
      { head: 'since (UTC)', value: w => w.since },
      { head: 'sent by', value: w => w.sender ?? '–' },
      { head: 'trace', value: w => w.trace ?? '–', title: 'Its own span is exported when it ends' },
      { head: 'thread', value: w => w.thread ?? '–' },
    ], 'No message has been at work for a tenth of a second.'),
    more: el('p', root, 'muted'),
    busiest: busiest(root),
    process: table(root, 'Process', [
      { head: 'Machine', value: p => p.machine },
      { head: 'busy processors', num: true, value: p => p.processors.toFixed(2) },
      { head: 'GC pauses', num: true, value: p => percent(p.gcPauses), title: 'Share of the time in which the garbage collector stopped the process' },
      { head: 'memory', num: true, value: p => bytes(p.workingSetBytes) },
      { head: 'heap', num: true, value: p => `${bytes(p.heapBytes)} of ${bytes(p.memoryLimitBytes)}`, title: 'Of the limit of heap, container or machine' },
      { head: 'pool threads', num: true, value: p => count(p.poolThreads) },
      { head: 'waiting for the pool', num: true, value: p => count(p.poolQueue), title: 'Work that waits for a thread of the thread pool' },
    ], 'Not known yet.'),
  }),
  show(state, data, params, { node, process }) {
    state.process(process ? [{ ...process, machine: `${node.machine}, process ${node.processId}` }] : [], p => p.machine);
    state.dispatchers(data.dispatchers, d => d.id);
    state.atWork(data.atWork.messages, w => w.path);
    const more = data.atWork.count - data.atWork.messages.length;
    state.busiest(data.busiest.actors, b => b.path);
    text(state.more, `${count(more)} more are at work.`); show(state.more, more > 0);
  },
};
