// Charts with the choice of their time, which is that of all views, and with what happened meanwhile.
// @ts-check
import { html, useEffect, useMemo, useState } from '../lib/preact.js';
import { eventsOf, marksOf, pointsOf } from '../lib/history.js';
import { link } from '../lib/links.js';
import { ranges, rangeWords, shownTime } from '../lib/range.js';
import { usePage } from './page-context.js';
import { Panel } from './panel.js';

/** @import { History as HistoryAnswer, Timeline } from '../data/answers.d.ts' */

// The library that draws charts is loaded with the first of them.
/** @type {any} */
let Chart = null;

function useChart() {
  const [, setLoaded] = useState(!!Chart);
  useEffect(() => {
    if (Chart) return;
    import('./chart.js').then((module) => {
      Chart = module.Chart;
      setLoaded(true);
    });
  }, []);
  return Chart;
}

/**
 * @param {{ charts: import('../lib/history.js').Chart[], history: HistoryAnswer, timeline: Timeline,
 *   type?: string }} props
 */
export function History({ charts, history, timeline, type }) {
  const { now, range, params, view, status } = usePage();
  const Chart = useChart();
  const shown = shownTime(range, now);
  const marks = marksOf(timeline, shown, status.node.startedAt, now, type);
  const { range: _, from, to, ...rest } = params;
  const select = (begin, end) => {
    const first = Math.floor(begin);
    const last = Math.max(first + 2 * shown.step, Math.ceil(end));
    location.hash = link(view, { ...rest, from: first, to: last });
  };
  const late = 1e6 * status.degradedMessageAgeSeconds;
  const withThresholds = useMemo(
    () => charts.map((chart) => (chart.lines[0].key === 'oldestUs' ? { ...chart, threshold: late } : chart)),
    [charts, late],
  );
  return html`<${Panel} title="History" tools=${html`<${Ranges} rest=${rest} />`}>
    <${Events} events=${eventsOf(marks, now)} />
    <div class="charts">
      ${
        Chart &&
        withThresholds.map(
          (chart) =>
            html`<${Chart}
              key=${chart.title}
              chart=${chart}
              points=${pointsOf(history, chart.lines, shown, now)}
              shown=${shown}
              marks=${marks}
              words=${rangeWords(range) || `last ${ranges[range.range].name}`}
              onSelect=${select}
            />`,
        )
      }
    </div>
    <p class="muted note">
      The grey line is an hour earlier. To look at a part, drag in a chart, or press Enter at both of its ends.
    </p>
  <//>`;
}

function Ranges({ rest }) {
  const { range, view } = usePage();
  return Object.entries(ranges).map(([key, { name }]) => {
    const isChosen = !range.from && range.range === key;
    return html`<a
      key=${key}
      class="button"
      href=${link(view, { ...rest, range: key })}
      aria-current=${isChosen ? 'true' : undefined}
      >${name}</a
    >`;
  });
}

function Events({ events }) {
  if (!events.length) return null;
  return html`<ul class="muted events" aria-label="What happened">
    ${events.map(
      (e) => html`<li key=${e.words} class=${e.kind}>${e.href ? html`<a href=${e.href}>${e.words}</a>` : e.words}</li>`,
    )}
  </ul>`;
}
