import { attr, el, show, svg, text } from './dom.js';
import { time } from './format.js';

const WIDTH = 600, HEIGHT = 100, MARKS = ['degraded', 'unhealthy', 'changed', 'began'];

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

/**
 * What charts share that stand side by side: the moment at which the pointer is, and where a selection of time began, both in seconds ago; null for none. Calls chosen with
 * the begin and the end of a selection.
 */
export function crosshair(chosen) {
  const charts = [], draw = () => { for (const chart of charts) chart(); };
  return {
    add: chart => charts.push(chart), at: null, begin: null,
    move(seconds) { this.at = seconds; draw(); },
    start(seconds) { this.begin = this.at = seconds; draw(); },
    end() { const { begin, at } = this; this.begin = null; draw(); if (begin !== null && at !== null && begin !== at) chosen(Math.max(begin, at), Math.min(begin, at)); },
  };
}

/**
 * A chart with axes, as high as the highest value and at least as high as least. A line is { key, kind, name }: one list of the history's answer. Below the plot each line has its own value,
 * now or where the pointer is, and its own highest; so the plot never moves. A time is selected by a drag, or by Enter at its begin and at its end. Returns what draws an answer, with the
 * marks { kind, from, to } in seconds ago: a band on top, and without to a line.
 */
export function timeChart(parent, title, unit, format, lines, cross, least = 0) {
  const box = el('figure', parent, 'chart'), head = el('figcaption', box);
  el('b', head, '', title); if (unit) el('span', head, 'muted', ` ${unit}`);
  const plot = el('div', box, 'plot'), labels = el('div', plot, 'labels'), top = el('span', labels), middle = el('span', labels);
  el('span', labels, '', '0');
  const node = svg('svg', plot, { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title, tabindex: 0 });
  const selection = svg('path', node, { class: 'selection' });
  svg('path', node, { class: 'grid', d: `M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - .5}H${WIDTH}` });
  const areas = lines.map(line => svg('path', node, { class: `a-${line.kind}` })), marked = MARKS.map(kind => svg('path', node, { class: `mark ${kind}` })), paths = lines.map(line => svg('path', node, { class: `c-${line.kind}` }));
  const hair = svg('path', node, { class: 'hair' }), dots = lines.map(line => svg('path', node, { class: `dot c-${line.kind}` }));
  const axis = el('div', box, 'axis'), legend = el('div', box, 'legend'), when = (el('span', legend), el('span', legend, 'num muted', 'now'));
  el('span', legend, 'num muted', 'highest');
  const rows = lines.map(line => ({ key: el('span', legend, `key k-${line.kind}`, line.name), value: el('span', legend, 'num'), highest: el('span', legend, 'num muted') }));
  let latest = null;

  const x = ago => WIDTH * (latest.shown.start - ago) / (latest.shown.start - latest.shown.end);
  const secondsAt = e => { const box = node.getBoundingClientRect(); return latest.shown.start - (latest.shown.start - latest.shown.end) * Math.min(1, Math.max(0, (e.clientX - box.left) / box.width)); };

  function legendNow() {
    const { points, all, shown, max, now } = latest, count = points.perSecond.length, { begin } = cross, at = cross.at ?? (shown.end > 0 ? shown.end : null), place = at == null ? count - 1 : Math.round(count - 1 - (at - points.age) / points.step);
    text(when, at == null ? 'now' : time(Date.parse(now) - 1000 * at));
    attr(hair, 'd', cross.at == null ? '' : `M${x(cross.at).toFixed(1)} 0V${HEIGHT}`);
    attr(selection, 'd', begin == null || cross.at == null ? '' : `M${x(begin).toFixed(1)} 0V${HEIGHT}H${x(cross.at).toFixed(1)}V0Z`);
    all.forEach((values, i) => {
      const value = at == null ? values.at(-1) : values[place];
      text(rows[i].value, value == null ? '–' : format(value));
      attr(dots[i], 'd', cross.at != null && value != null ? `M${x(points.age + (count - 1 - place) * points.step).toFixed(1)} ${y(value, max).toFixed(1)}h0` : '');
    });
  }

  let pressed = null;
  node.onpointerdown = e => { if (latest && e.pointerType !== 'touch' && !e.button) { pressed = e.clientX; node.setPointerCapture(e.pointerId); cross.start(secondsAt(e)); } };
  node.onpointermove = e => { if (latest) cross.move(secondsAt(e)); };
  node.onpointerup = e => { if (Math.abs(e.clientX - pressed) < 5) cross.begin = null; if (pressed !== null) cross.end(); pressed = null; };
  node.onpointerleave = node.onblur = () => { if (pressed === null) { cross.begin = null; cross.move(null); } };
  node.onkeydown = e => {
    const { start, end } = latest?.shown ?? {}, step = { ArrowLeft: 1, ArrowRight: -1 }[e.key];
    if (!latest || e.ctrlKey || e.metaKey || e.altKey) return;
    if (step) cross.move(Math.min(start, Math.max(end, (cross.at ?? end) + step * latest.points.step)));
    else if (e.key === 'Enter') cross.begin === null ? cross.start(cross.at ?? end) : cross.end();
    else if (e.key === 'Escape') { cross.begin = null; cross.move(null); } else return;
    e.preventDefault();
  };
  cross.add(() => { if (latest) legendNow(); });

  return (history, shown, now, marks) => {
    const { step, ticks, name } = shown, points = history.steps.find(s => s.step === step), count = points.perSecond.length, ago = i => i < count ? points.age + (count - 1 - i) * step : 0;
    // What is there now is the last point, where it is known by itself.
    const present = shown.end === 0 ? history.now : {}, all = lines.map(l => l.key in present ? [...points[l.key], present[l.key]] : points[l.key]), tops = all.map(values => values.reduce((top, v, i) => v == null || ago(i) < shown.end - step || ago(i) > shown.start + step ? top : Math.max(top ?? 0, v), null));
    const highest = Math.max(...tops), max = Math.max(highest > 0 ? round(highest) : 0, least);
    latest = { points, all, shown, max, now };
    all.forEach((values, i) => {
      const d = path(values, i => x(ago(i)), v => y(v, max));
      attr(paths[i], 'd', d.line); attr(areas[i], 'd', lines.length === 1 || lines[i].filled ? d.area(HEIGHT) : '');
      text(rows[i].highest, tops[i] == null ? '–' : format(tops[i]));
    });
    MARKS.forEach((kind, i) => attr(marked[i], 'd', marks.filter(m => m.kind === kind && m.from >= shown.end && (m.to ?? m.from) <= shown.start)
      .map(m => m.to == null ? `M${x(m.from).toFixed(1)} 0V${HEIGHT}` : `M${Math.max(0, x(m.from)).toFixed(1)} 2H${Math.max(2, x(m.to)).toFixed(1)}`).join('')));
    text(top, format(max)); text(middle, format(max / 2));
    legendNow();
    attr(node, 'aria-label', `${title}, ${name}: ${lines.map((line, i) => `${line.name} ${rows[i].value.textContent}, highest ${rows[i].highest.textContent}`).join('; ')}. Arrow keys move a mark, Enter begins and ends a selection of time.`);
    const drawn = ticks.join();
    if (axis.dataset.ticks !== drawn) { axis.dataset.ticks = drawn; axis.replaceChildren(...ticks.map(t => el('span', null, '', t))); }
  };
}

const y = (v, max) => HEIGHT - 1 - (HEIGHT - 2) * v / max;

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
