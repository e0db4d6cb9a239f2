import { table, linked } from './dom.js';
import { count, estimate, perSecond, seconds } from './format.js';
import { get } from './api.js';

export const dispatchers = {
  title: 'Dispatchers',
  about: 'How busy the dispatchers are, over the last 10 seconds, and which handlers have held a thread for about a second or more.',
  load: () => get('dispatchers'),
  make: root => ({
    dispatchers: table(root, 'Dispatchers', [
      { head: 'Dispatcher', value: d => d.id },
      { head: 'busy threads', num: true, value: d => d.busyThreads.toFixed(2), title: 'Threads that its runs kept busy, on average' },
      { head: 'runs/s', num: true, value: d => perSecond(d.runsPerSecond) },
      { head: 'messages in a run', num: true, value: d => d.batch == null ? '–' : d.batch.toFixed(1) },
      ...['p50', 'p95', 'p99'].map(p => ({ head: `delay ${p}`, num: true, value: d => estimate(d.delay[p]), title: 'From giving a mailbox to the executor to its run' })),
    ], 'No instrumented dispatcher has run a mailbox.'),
    handlers: table(root, 'Handlers that hold a thread', [
      linked('Actor', h => h.path, h => `#/actors?${new URLSearchParams({ path: h.path })}`),
      { head: 'type', value: h => h.actor },
      { head: 'message', value: h => h.message },
      { head: 'thread', value: h => `${h.threadId}${h.threadName && ` (${h.threadName})`}` },
      { head: 'for at least', num: true, value: h => seconds(h.seconds) },
    ], 'None has held a thread for a second.'),
  }),
  show(state, data) {
    state.dispatchers(data.dispatchers, d => d.id);
    state.handlers(data.handlers, h => `${h.threadId} ${h.path}`);
  },
};
