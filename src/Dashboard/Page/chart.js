import { attr, el, show, svg, text } from './dom.js';

const SECONDS = 60, WIDTH = 600, HEIGHT = 100;

/** 60 places, the newest at the right; a gap where there was nothing. Returns the largest value. */
export function chart(node, values, kind, height) {
  if (!node.firstChild) { svg('path', node, { class: `a-${kind}` }); svg('path', node, { class: `c-${kind}` }); }
  const max = Math.max(...values.map(v => v ?? 0), 1e-9), first = SECONDS - values.length;
  let line = '', area = '', run = [];
  const close = () => {
    if (run.length) {
      const points = run.map(([x, y]) => `${x} ${y.toFixed(1)}`);
      line += `M${points.join('L')}${run.length === 1 ? 'h.6' : ''}`;
      area += `M${run[0][0]} ${height}L${points.join('L')}L${run.at(-1)[0]} ${height}Z`;
    }
    run = [];
  };
  values.forEach((v, i) => v == null ? close() : run.push([first + i, height - 2 - (height - 6) * v / max]));
  close();
  attr(node.firstChild, 'd', area); attr(node.lastChild, 'd', line);
  return max;
}

export const spark = (parent, height, label) => svg('svg', parent, { viewBox: `0 0 59 ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label });

export const ranges = { __proto__: null, '5m': { name: '5 minutes', seconds: 300, step: 5, ticks: ['5 min ago', '4', '3', '2', '1', 'now'] }, '1h': { name: '1 hour', seconds: 3600, step: 60, ticks: ['1 h ago', '45', '30', '15 min', 'now'] } };

// The next number above that is easy to read.
function round(max) {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * [1, 2, 4, 6, 8, 10].find(f => f * power >= max);
}

/**
 * A chart with axes, as high as the highest value and at least as high as least. A line is { key, kind, name }: one list of the history's answer. Returns what draws an answer: what was before the page was opened
 * is shaded.
 */
export function timeChart(parent, title, format, lines, least = 0) {
  const box = el('figure', parent, 'chart'), head = el('figcaption', box);
  el('b', head, '', title);
  for (const line of lines) if (lines.length > 1) el('span', head, `key k-${line.kind}`, line.name);
  const now = el('span', head, 'muted now'), plot = el('div', box, 'plot'), labels = el('div', plot, 'labels');
  const top = el('span', labels), middle = el('span', labels); el('span', labels, '', '0');
  const node = svg('svg', plot, { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title });
  const before = svg('rect', node, { class: 'before', x: 0, y: 0, width: 0, height: HEIGHT });
  svg('path', node, { class: 'grid', d: `M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - .5}H${WIDTH}` });
  const paths = lines.map(line => svg('path', node, { class: `c-${line.kind}` }));
  const axis = el('div', box, 'axis'), opened = el('p', box, 'muted opened', 'shaded: before this page was opened');
  return (history, range, openFor) => {
    const { seconds, step, ticks, name } = ranges[range], points = history.steps.find(s => s.step === step), all = lines.map(l => points[l.key]);
    const highest = Math.max(0, ...all.flat().map(v => v ?? 0)), max = Math.max(highest > 0 ? round(highest) : 0, least);
    const x = (i, n) => WIDTH * (1 - (points.age + (n - 1 - i) * step) / seconds), y = v => HEIGHT - 1 - (HEIGHT - 2) * v / max;
    all.forEach((values, line) => {
      let d = '', open = false;
      values.forEach((v, i) => {
        const at = x(i, values.length);
        if (v == null || at < -WIDTH * step / seconds) { open = false; return; }
        d += `${open ? 'L' : 'M'}${at.toFixed(1)} ${y(v).toFixed(1)}${open || values[i + 1] != null ? '' : 'h3'}`; open = true;
      });
      attr(paths[line], 'd', d);
    });
    const shaded = Math.max(0, Math.min(WIDTH, WIDTH * (1 - openFor / seconds)));
    attr(before, 'width', shaded.toFixed(1)); show(opened, shaded > 1);
    text(top, format(max)); text(middle, format(max / 2));
    const latest = all[0].at(-1);
    text(now, `now ${latest == null ? '–' : format(latest)}, highest ${format(highest)}`);
    attr(node, 'aria-label', `${title}, last ${name}: ${now.textContent}`);
    if (axis.dataset.range !== range) { axis.dataset.range = range; axis.replaceChildren(...ticks.map(t => el('span', null, '', t))); }
  };
}

/** How many messages took how long. */
export function histogram(parent, title, kind) {
  const box = el('figure', parent, 'chart'), head = el('figcaption', box); el('b', head, '', title);
  const total = el('span', head, 'muted now'), bars = el('ol', box, 'bars');
  return (counts, names) => {
    const first = counts.findIndex(c => c > 0), last = counts.findLastIndex(c => c > 0), all = counts.reduce((a, b) => a + b, 0), max = Math.max(...counts, 1);
    text(total, all ? `${all} measured, last minute` : 'none measured in the last minute');
    const wanted = first < 0 ? [] : counts.slice(first, last + 1).map((c, i) => [names[first + i], c]);
    while (bars.children.length > wanted.length) bars.lastChild.remove();
    wanted.forEach(([name, c], i) => {
      const row = bars.children[i] ?? (() => { const li = el('li', bars); el('span', li, 'num'); el('i', el('span', li, 'track'), `k-${kind}`); el('span', li); return li; })();
      text(row.children[0], name); row.children[1].firstChild.style.width = `${100 * c / max}%`; show(row.children[1].firstChild, c > 0); text(row.children[2], c ? `${c}` : '');
    });
  };
}
