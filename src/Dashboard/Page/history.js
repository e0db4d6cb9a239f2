import { el, attr, show, text } from './dom.js';
import { count, decimal, duration, perSecond, time } from './format.js';
import { crosshair, ranges, timeChart } from './chart.js';

let chosen = '5m';

/** The time that the charts of all views show. One that the address names is chosen from then on. */
export const chosenRange = wanted => chosen = ranges[wanted] ? wanted : chosen;

/** The charts of all actors or of one type, and the choice of their range, which is part of the address. */
export function historyCharts(root, isAll) {
  const panel = el('section', root, 'panel'), head = el('div', panel, 'head choices');
  attr(panel, 'aria-label', 'History');
  el('h3', head, '', 'History');
  const links = Object.entries(ranges).map(([range, { name }]) => Object.assign(el('a', head, 'button', name), { range })), started = el('p', panel, 'muted started');
  const charts = el('div', panel, 'charts'), cross = crosshair(), slowest = isAll ? ', slowest type' : '';
  const all = [
    timeChart(charts, 'Messages', 'a second', perSecond, [{ key: 'perSecond', kind: 'traffic', name: 'handled' }], cross, 2),
    timeChart(charts, 'Waiting messages', '', count, [{ key: 'waiting', kind: 'wait', name: 'in all mailboxes' }], cross, 2),
    timeChart(charts, 'Failures and restarts', 'in each step', count, [{ key: 'failures', kind: 'bad', name: 'failures' }, { key: 'restarts', kind: 'restart', name: 'restarts' }], cross, 2),
    timeChart(charts, 'Time in the mailbox', '', duration, [{ key: 'oldest', kind: 'age', name: 'oldest that waits', filled: true }, { key: 'waitP95', kind: 'wait', name: `95 % of those taken${slowest}` }], cross, 2),
    timeChart(charts, 'Time in the handler', '', duration, [{ key: 'workP95', kind: 'work', name: `95 % took no longer${slowest}` }], cross, 2),
    ...(isAll ? [timeChart(charts, 'Processors', 'kept busy by the process', decimal, [{ key: 'processors', kind: 'machine', name: 'busy processors' }], cross, 1)] : []),
  ];
  return (history, params, health) => {
    const range = chosenRange(params.range), [view] = location.hash.slice(2).split('?'), since = (Date.parse(health.now) - Date.parse(health.node.startedAt)) / 1000;
    for (const link of links) {
      attr(link, 'href', `#/${view || 'overview'}?${new URLSearchParams({ ...params, range: link.range })}`);
      link.range === range ? attr(link, 'aria-current', 'true') : link.removeAttribute('aria-current');
    }
    text(started, `┊ The process started at ${time(health.node.startedAt)}.`); show(started, since < ranges[range].seconds);
    for (const draw of all) draw(history, range, health);
  };
}
