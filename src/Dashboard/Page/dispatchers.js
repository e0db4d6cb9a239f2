import { table, linked } from './dom.js';
import { bytes, count, estimate, percent, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { typeColumn } from './status.js';

export const dispatchers = {
  title: 'Dispatchers',
  about: 'How busy the dispatchers are, over the last 10 seconds, which handlers have held a thread for about a second or more, and the process around them.',
  load: () => get('dispatchers'),
  make: root => ({
    dispatchers: table(root, 'Dispatchers', [
      { head: 'Dispatcher', value: d => d.id },
      { head: 'busy threads', num: true, value: d => d.busyThreads.toFixed(2), title: 'Threads that its runs kept busy, on average' },
      { head: 'runs/s', num: true, value: d => perSecond(d.runsPerSecond) },
      { head: 'messages in a run', num: true, value: d => d.batch == null ? '–' : d.batch.toFixed(1), title: 'Of the runs that took any' },
      ...['p50', 'p95', 'p99'].map(p => ({ head: `delay ${p}`, num: true, value: d => estimate(d.delay[p]), title: 'From giving a mailbox to the executor to its run' })),
    ], 'No instrumented dispatcher has run a mailbox.'),
    handlers: table(root, 'Handlers that hold a thread', [
      linked('Actor', h => h.path, h => `#/actors?${new URLSearchParams({ path: h.path })}`),
      typeColumn(h => h.actor),
      { head: 'message', value: h => h.message },
      { head: 'thread', value: h => `${h.threadId}${h.threadName && ` (${h.threadName})`}` },
      { head: 'for at least', num: true, value: h => seconds(h.seconds) },
    ], 'None has held a thread for a second.'),
    process: table(root, 'Process', [
      { head: 'Machine', value: p => p.machine },
      { head: 'busy processors', num: true, value: p => p.processors.toFixed(2) },
      { head: 'GC pauses', num: true, value: p => percent(p.gcPauses), title: 'Share of the time in which the garbage collector stopped the process' },
      { head: 'memory', num: true, value: p => bytes(p.workingSetBytes) },
      { head: 'heap', num: true, value: p => bytes(p.heapBytes) },
      { head: 'pool threads', num: true, value: p => count(p.poolThreads) },
      { head: 'waiting for the pool', num: true, value: p => count(p.poolQueue), title: 'Work that waits for a thread of the thread pool' },
    ], 'Not known yet.'),
  }),
  show(state, data, params, { node, process }) {
    state.process(process ? [{ ...process, machine: `${node.machine}, process ${node.processId}` }] : [], p => p.machine);
    state.dispatchers(data.dispatchers, d => d.id);
    state.handlers(data.handlers, h => `${h.threadId} ${h.path}`);
  },
};
