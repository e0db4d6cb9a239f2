// Charts with the choice of their time, which is that of all views, and with what happened meanwhile.
// @ts-check
import { html, useMemo } from '../lib/preact.js';
import { eventsOf, marksOf, pointsOf } from '../lib/history.js';
import { link } from '../lib/links.js';
import { ranges, rangeWords, shownTime } from '../lib/range.js';
import { Chart } from './chart.js';
import { usePage } from './page-context.js';
import { Panel } from './panel.js';

/** @import { History as HistoryAnswer, Timeline } from '../data/answers.d.ts' */

/**
 * @param {{ charts: import('../lib/history.js').Chart[], history: HistoryAnswer, timeline: Timeline, type?: string,
 *   thresholds?: Record<string, number> }} props
 */
export function History({ charts, history, timeline, type, thresholds = {} }) {
  const { now, range, params, view, status } = usePage();
  const shown = shownTime(range, now);
  const marks = marksOf(timeline, shown, status.node.startedAt, now, type);
  const { range: _, from, to, ...rest } = params;
  const select = (begin, end) => {
    const first = Math.floor(begin);
    const last = Math.max(first + 2 * shown.step, Math.ceil(end));
    location.hash = link(view, { ...rest, from: first, to: last });
  };
  const withThresholds = useMemo(
    () => charts.map((chart) => ({ ...chart, threshold: thresholds[chart.title] })),
    [charts, JSON.stringify(thresholds)],
  );
  return html`<${Panel} title="History" tools=${html`<${Ranges} rest=${rest} />`}>
    <${Events} events=${eventsOf(marks, now)} />
    <div class="charts">
      ${withThresholds.map(
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
      )}
    </div>
    <p class="muted note">Grey: an hour earlier. Drag in a chart, or press Enter at both ends, to look at a part.</p>
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
