import { attr, el, show, svg, text } from './dom.js';
import { time } from './format.js';

const WIDTH = 600, HEIGHT = 100;

export const ranges = { __proto__: null, '5m': { name: '5 minutes', seconds: 300, step: 5, ticks: ['5 min ago', '4', '3', '2', '1', 'now'] }, '1h': { name: '1 hour', seconds: 3600, step: 60, ticks: ['1 h ago', '45', '30', '15 min', 'now'] } };

/** A small line of a list of values, the newest at the right; a gap where nothing is known. */
export function spark(parent, kind) {
  const node = svg('svg', parent, { class: 'spark', viewBox: '0 0 59 24', preserveAspectRatio: 'none', 'aria-hidden': 'true' }), area = svg('path', node, { class: `a-${kind}` }), line = svg('path', node, { class: `c-${kind}` });
  return (values, least = 0) => {
    const max = Math.max(least, ...values.map(v => v ?? 0), 1e-9), d = path(values, i => 59 - (values.length - 1 - i), v => 23 - 21 * v / max);
    attr(line, 'd', d.line); attr(area, 'd', d.area(24));
  };
}

function path(values, x, y) {
  const runs = [];
  values.forEach((v, i) => { if (v == null || x(i) < -1) return; if (i === 0 || values[i - 1] == null || x(i - 1) < -1) runs.push([]); runs.at(-1).push(`${x(i).toFixed(1)} ${y(v).toFixed(1)}`); });
  const ends = runs.map(run => [run[0].split(' ')[0], run.at(-1).split(' ')[0]]);
  return {
    line: runs.map(run => `M${run.join('L')}${run.length === 1 ? 'h1.5' : ''}`).join(''),
    area: height => runs.map((run, i) => `M${ends[i][0]} ${height}L${run.join('L')}L${ends[i][1]} ${height}Z`).join(''),
  };
}

// The next number above that is easy to read.
function round(max) {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * [1, 2, 4, 6, 8, 10].find(f => f * power >= max * .999);
}

/** What charts share that stand side by side: the moment at which the pointer is, in seconds ago; null for none. */
export function crosshair() {
  const charts = [];
  let at = null;
  return { add: draw => charts.push(draw), get at() { return at; }, move(seconds) { at = seconds; for (const draw of charts) draw(); } };
}

/**
 * A chart with axes, as high as the highest value and at least as high as least. A line is { key, kind, name }: one list of the history's answer. Below the plot each line has its own value,
 * now or where the pointer is, and its own highest; so the plot never moves. Returns what draws an answer.
 */
export function timeChart(parent, title, unit, format, lines, cross, least = 0) {
  const box = el('figure', parent, 'chart'), head = el('figcaption', box);
  el('b', head, '', title); if (unit) el('span', head, 'muted', ` ${unit}`);
  const plot = el('div', box, 'plot'), labels = el('div', plot, 'labels'), top = el('span', labels), middle = el('span', labels);
  el('span', labels, '', '0');
  const node = svg('svg', plot, { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title, tabindex: 0 });
  svg('path', node, { class: 'grid', d: `M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - .5}H${WIDTH}` });
  const areas = lines.map(line => svg('path', node, { class: `a-${line.kind}` })), mark = svg('path', node, { class: 'mark' }), paths = lines.map(line => svg('path', node, { class: `c-${line.kind}` }));
  const hair = svg('path', node, { class: 'hair' }), dots = lines.map(line => svg('path', node, { class: `dot c-${line.kind}` }));
  const axis = el('div', box, 'axis'), legend = el('div', box, 'legend'), when = (el('span', legend), el('span', legend, 'num muted', 'now'));
  el('span', legend, 'num muted', 'highest');
  const rows = lines.map(line => ({ key: el('span', legend, `key k-${line.kind}`, line.name), value: el('span', legend, 'num'), highest: el('span', legend, 'num muted') }));
  let latest = null;

  function legendNow() {
    const { points, all, seconds, step, max, y, now } = latest, count = points.perSecond.length, at = cross.at, place = at == null ? count - 1 : Math.round(count - 1 - (at - points.age) / step);
    const x = WIDTH * (1 - (points.age + (count - 1 - place) * step) / seconds), isShown = at != null && place >= 0 && place < count;
    text(when, at == null ? 'now' : time(Date.parse(now) - 1000 * at));
    attr(hair, 'd', at == null ? '' : `M${(WIDTH * (1 - at / seconds)).toFixed(1)} 0V${HEIGHT}`);
    all.forEach((values, i) => {
      const value = values[place];
      text(rows[i].value, value == null ? '–' : format(value));
      attr(dots[i], 'd', isShown && value != null ? `M${x.toFixed(1)} ${y(value).toFixed(1)}h0` : '');
    });
  }

  const seek = e => { const box = node.getBoundingClientRect(); if (latest && box.width > 0) cross.move(Math.max(0, latest.seconds * (1 - (e.clientX - box.left) / box.width))); };
  node.onpointermove = node.onpointerdown = seek;
  node.onpointerleave = node.onblur = () => cross.move(null);
  node.onkeydown = e => {
    const step = { ArrowLeft: 1, ArrowRight: -1 }[e.key];
    if (step && latest) { cross.move(Math.min(latest.seconds, Math.max(0, (cross.at ?? 0) + step * latest.step))); e.preventDefault(); }
    if (e.key === 'Escape') cross.move(null);
  };
  cross.add(() => { if (latest) legendNow(); });

  return (history, range, { now, node: { startedAt } }) => {
    const { seconds, step, ticks, name } = ranges[range], points = history.steps.find(s => s.step === step), all = lines.map(l => points[l.key]);
    const tops = all.map(values => values.reduce((top, v) => v == null ? top : Math.max(top ?? 0, v), null)), highest = Math.max(...tops), max = Math.max(highest > 0 ? round(highest) : 0, least);
    const x = n => i => WIDTH * (1 - (points.age + (n - 1 - i) * step) / seconds), y = v => HEIGHT - 1 - (HEIGHT - 2) * v / max;
    all.forEach((values, i) => {
      const d = path(values, x(values.length), y);
      attr(paths[i], 'd', d.line); attr(areas[i], 'd', lines.length === 1 || lines[i].filled ? d.area(HEIGHT) : '');
      text(rows[i].highest, tops[i] == null ? '–' : format(tops[i]));
    });
    const started = (Date.parse(now) - Date.parse(startedAt)) / 1000;
    attr(mark, 'd', started < seconds ? `M${(WIDTH * (1 - started / seconds)).toFixed(1)} 0V${HEIGHT}` : '');
    text(top, format(max)); text(middle, format(max / 2));
    latest = { points, all, seconds, step, max, y, now };
    legendNow();
    attr(node, 'aria-label', `${title}, last ${name}: ${lines.map((line, i) => `${line.name} now ${all[i].at(-1) == null ? 'unknown' : format(all[i].at(-1))}, highest ${rows[i].highest.textContent}`).join('; ')}`);
    if (axis.dataset.range !== range) { axis.dataset.range = range; axis.replaceChildren(...ticks.map(t => el('span', null, '', t))); }
  };
}

/** How many messages took how long. */
export function histogram(parent, title, kind) {
  const box = el('figure', parent, 'chart'), head = el('figcaption', box); el('b', head, '', title);
  const total = el('span', head, 'muted', ''), bars = el('ol', box, 'bars');
  return (counts, names) => {
    const first = counts.findIndex(c => c > 0), last = counts.findLastIndex(c => c > 0), all = counts.reduce((a, b) => a + b, 0), max = Math.max(...counts, 1);
    text(total, all ? ` ${all} measured, last minute` : ' none measured in the last minute');
    const wanted = first < 0 ? [] : counts.slice(first, last + 1).map((c, i) => [names[first + i], c]);
    while (bars.children.length > wanted.length) bars.lastChild.remove();
    wanted.forEach(([name, c], i) => {
      const row = bars.children[i] ?? (() => { const li = el('li', bars); el('span', li, 'num'); el('i', el('span', li, 'track'), `k-${kind}`); el('span', li); return li; })();
      text(row.children[0], name); row.children[1].firstChild.style.width = `${100 * c / max}%`; show(row.children[1].firstChild, c > 0); text(row.children[2], c ? `${c}` : '');
    });
  };
}
