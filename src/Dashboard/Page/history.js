import { el, attr } from './dom.js';
import { count, duration, perSecond } from './format.js';
import { ranges, timeChart } from './chart.js';

const opened = performance.now();

/** The charts of all actors or of one type, and the choice of their range, which is part of the address. */
export function historyCharts(root) {
  const panel = el('section', root, 'panel'), head = el('div', panel, 'head choices');
  attr(panel, 'aria-label', 'History');
  el('h3', head, '', 'History');
  const links = Object.entries(ranges).map(([range, { name }]) => Object.assign(el('a', head, 'button', name), { range }));
  const charts = el('div', panel, 'charts');
  const all = [
    timeChart(charts, 'Messages a second', perSecond, [{ key: 'perSecond', kind: 'work' }], 2),
    timeChart(charts, 'Waiting messages', count, [{ key: 'waiting', kind: 'wait' }], 2),
    timeChart(charts, '95 % took no longer than', duration, [{ key: 'waitP95', kind: 'wait', name: 'waited' }, { key: 'workP95', kind: 'work', name: 'worked' }], 2),
    timeChart(charts, 'Failures and restarts', count, [{ key: 'failures', kind: 'bad', name: 'failures' }, { key: 'restarts', kind: 'stash', name: 'restarts' }], 2),
  ];
  return (history, params) => {
    const range = ranges[params.range] ? params.range : '5m', [view] = location.hash.slice(2).split('?');
    for (const link of links) {
      attr(link, 'href', `#/${view || 'overview'}?${new URLSearchParams({ ...params, range: link.range })}`);
      link.range === range ? attr(link, 'aria-current', 'true') : link.removeAttribute('aria-current');
    }
    for (const draw of all) draw(history, range, (performance.now() - opened) / 1000);
  };
}
