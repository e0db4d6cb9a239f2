// One chart: lines over time with clock times below, the values at the pointer, marks of what happened, and, in grey,
// an hour earlier. uPlot draws it; this gives it colours, keys and words.
// @ts-check
import { html, useEffect, useLayoutEffect, useRef, useState } from '../lib/preact.js';
import uPlot from '../vendor/uplot.js';
import { shortTime, time } from '../lib/format.js';
import { useDark } from './hooks.js';

/** @import { Chart as ChartKind, Mark } from '../lib/history.js' */

const HEIGHT = 132;
const SYNC = 'akka-dashboard';
const HOURS = 3600;
const INCREMENTS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

// The next number above that is easy to read.
function round(max) {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * ([1, 2, 4, 6, 8, 10].find((f) => f * power >= max * 0.999) ?? 10);
}

/** The colours of the tokens as a canvas needs them. */
function paletteOf(element) {
  const probe = document.createElement('i');
  element.append(probe);
  const known = new Map();
  const colour = (name) => {
    if (!known.has(name)) {
      probe.style.color = `var(--${name})`;
      known.set(name, getComputedStyle(probe).color);
    }
    return known.get(name);
  };
  const names = ['traffic', 'wait', 'age', 'work', 'bad', 'warn', 'restart', 'machine', 'line', 'muted', 'faint'];
  const soft = ['traffic-soft', 'wait-soft', 'age-soft', 'work-soft', 'bad-soft', 'machine-soft'];
  for (const name of [...names, ...soft]) colour(name);
  probe.remove();
  return (name) => known.get(name) ?? known.get('muted');
}

function drawMarks(u, marks, threshold, colour) {
  const { ctx, bbox } = u;
  const ratio = uPlot.pxRatio;
  const x = (t) => Math.min(bbox.left + bbox.width, Math.max(bbox.left, u.valToPos(t, 'x', true)));
  ctx.save();
  for (const mark of marks) {
    if (mark.to == null) {
      ctx.strokeStyle = colour(mark.kind === 'changed' ? 'restart' : 'muted');
      ctx.setLineDash([3 * ratio, 3 * ratio]);
      ctx.beginPath();
      ctx.moveTo(x(mark.from), bbox.top);
      ctx.lineTo(x(mark.from), bbox.top + bbox.height);
      ctx.stroke();
    } else {
      ctx.fillStyle = colour(mark.kind === 'unhealthy' ? 'bad' : 'warn');
      const [from, to] = [x(mark.from), x(mark.to)];
      ctx.fillRect(from, bbox.top, Math.max(2 * ratio, to - from), 3 * ratio);
    }
  }
  // One that is far above all values says nothing, and would press them to the ground.
  if (threshold && threshold <= u.scales.y.max) {
    const y = u.valToPos(threshold, 'y', true);
    ctx.strokeStyle = colour('warn');
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

function optionsFor(chart, width, colour, state, on) {
  const font = '11px system-ui, sans-serif';
  const grid = { stroke: colour('line'), width: 1 };
  const lines = chart.lines.map((line) => ({
    label: line.name,
    stroke: colour(line.kind),
    fill: chart.lines.length === 1 || line.isFilled ? colour(`${line.kind}-soft`) : undefined,
    width: 1.5,
    dash: line.kind === 'restart' ? [4, 3] : undefined,
    points: { show: false },
  }));
  const earlier = chart.lines.map((line) => ({
    label: `${line.name}, an hour earlier`,
    stroke: colour('faint'),
    width: 1,
    points: { show: false },
  }));
  return {
    width,
    height: HEIGHT,
    padding: [6, 12, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: true, range: () => [state.current.shown.from, state.current.shown.to] },
      y: { range: () => [0, state.current.max] },
    },
    axes: [
      {
        stroke: colour('muted'),
        grid,
        ticks: { ...grid, size: 4 },
        font,
        size: 24,
        space: 62,
        incrs: INCREMENTS,
        values: (_, ticks) => {
          const { from, to } = state.current.shown;
          return ticks.map((t) => (to - from >= HOURS ? shortTime : time)(1000 * t));
        },
      },
      {
        stroke: colour('muted'),
        grid,
        ticks: { show: false },
        font,
        size: 58,
        splits: () => [0, state.current.max / 2, state.current.max],
        values: (_, ticks) => ticks.map(chart.format),
      },
    ],
    cursor: {
      y: false,
      sync: { key: SYNC, setSeries: false },
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
    },
    series: [{}, ...lines, ...earlier],
    hooks: {
      setCursor: [(u) => on.cursor(u.cursor.idx)],
      setSelect: [(u) => on.select(u)],
      draw: [(u) => drawMarks(u, state.current.marks, chart.threshold, colour)],
    },
  };
}

/**
 * @param {{ chart: ChartKind, points: ReturnType<typeof import('../lib/history.js').pointsOf>,
 *   shown: { from: number, to: number, step: number }, marks: Mark[], words: string,
 *   onSelect: (from: number, to: number) => void }} props
 */
export function Chart({ chart, points, shown, marks, words, onSelect }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const plot = useRef(/** @type {any} */ (null));
  const keys = useRef(/** @type {{ begin: number | null }} */ ({ begin: null }));
  const isPressed = useRef(false);
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const isDark = useDark();
  const tops = points.values.map((values) =>
    values.reduce((top, v) => (v == null ? top : Math.max(top ?? 0, v)), null),
  );
  const highest = Math.max(0, ...tops.map((top) => top ?? 0));
  const max = Math.max(highest > 0 ? round(highest) : 0, chart.least ?? 0);
  const state = useRef({ shown, max, marks, onSelect });
  state.current = { shown, max, marks, onSelect };
  const data = [points.times, ...points.values, ...points.earlier];

  useLayoutEffect(() => {
    const element = /** @type {HTMLDivElement} */ (box.current);
    const on = {
      cursor: (idx) => setAt(idx ?? null),
      select(u) {
        const { left, width } = u.select;
        if (width > 4) state.current.onSelect(u.posToVal(left, 'x'), u.posToVal(left + width, 'x'));
        if (width > 0) u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
      },
    };
    const options = optionsFor(chart, element.clientWidth, paletteOf(element), state, on);
    const u = new uPlot(options, data, element);
    plot.current = u;
    const sizes = new ResizeObserver(() => u.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      u.destroy();
    };
  }, [chart, isDark]);

  useEffect(() => {
    if (!isPressed.current) plot.current?.setData(data);
  });

  const move = (step) => {
    const from = plot.current.cursor.idx ?? points.times.length - 1;
    const to = Math.min(points.times.length - 1, Math.max(0, from + step));
    plot.current.setCursor({ left: plot.current.valToPos(points.times[to], 'x'), top: 10 }, true, true);
  };
  const onKeyDown = (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !points.times.length) return;
    const here = points.times[plot.current.cursor.idx ?? points.times.length - 1];
    if (e.key === 'ArrowLeft') move(-1);
    else if (e.key === 'ArrowRight') move(1);
    else if (e.key === 'Enter' && keys.current.begin === null) keys.current.begin = here;
    else if (e.key === 'Enter') {
      const begin = keys.current.begin ?? here;
      keys.current.begin = null;
      if (begin !== here) onSelect(Math.min(begin, here), Math.max(begin, here));
    } else if (e.key === 'Escape') {
      keys.current.begin = null;
      plot.current.setCursor({ left: -10, top: -10 }, true, true);
    } else return;
    e.preventDefault();
  };

  const place = at ?? points.times.length - 1;
  const valueOf = (i) => chart.format(points.values[i]?.[place]);
  const listed = chart.lines
    .map((line, i) => `${line.name} ${valueOf(i)}, highest ${chart.format(tops[i])}`)
    .join('; ');
  const help = 'Arrow keys move a mark, Enter begins and ends a selection of time.';
  return html`<figure class="chart">
    <figcaption><b>${chart.title}</b>${chart.unit && html`<span class="muted"> ${chart.unit}</span>`}</figcaption>
    <div
      class="plot"
      ref=${box}
      role="img"
      tabindex="0"
      aria-label="${chart.title}, ${words}: ${listed}. ${help}"
      onKeyDown=${onKeyDown}
      onPointerDown=${() => (isPressed.current = true)}
      onPointerUp=${() => (isPressed.current = false)}
      onPointerLeave=${(e) => (isPressed.current = e.buttons > 0)}
    ></div>
    <div class="legend">
      <span></span>
      <span class="num muted">${at == null ? 'now' : time(1000 * points.times[place])}</span>
      <span class="num muted">highest</span>
      ${chart.lines.map(
        (line, i) =>
          html`<span class="key k-${line.kind}">${line.name}</span>
            <span class="num value">${valueOf(i)}</span>
            <span class="num muted">${chart.format(tops[i])}</span>`,
      )}
    </div>
  </figure>`;
}
