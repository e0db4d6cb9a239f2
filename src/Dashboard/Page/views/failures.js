// The latest failures by exception.
// @ts-check
import { html } from '../lib/preact.js';
import { before } from '../lib/format.js';
import { chartsOf } from '../lib/history.js';
import { isInRange } from '../lib/range.js';
import { get } from '../data/api.js';
import { getHistory } from '../data/history.js';
import { FailureTable, notedFailures } from '../components/failure-table.js';
import { History } from '../components/history.js';
import { usePage } from '../components/page-context.js';

function Failures({ data, params, memory }) {
  const { now, range } = usePage();
  const at = (seconds) => before(now, seconds).toISOString();
  const rows = data.rows.filter((f) => isInRange(range, at(f.firstSeconds), at(f.latestSeconds)));
  return html`
    ${params.actor && html`<p class="muted">Of ${params.actor}. <a href="#/failures">Show those of all types</a></p>`}
    <${FailureTable} rows=${rows} seen=${memory.seen} />
    <${History} charts=${chartsOf.failures} history=${data.history} timeline=${data.timeline} type=${params.actor} />
  `;
}

export const failures = {
  title: 'Failures',
  ranged: true,
  about:
    'The latest failures, by exception, also from before the page was opened: in handlers, starts, recoveries and ' +
    'writes, and failures that came as messages (Status.Failure).',
  async load(params, memory) {
    const { actor } = params;
    const [data, history, timeline] = await Promise.all([
      get('failures', { actor }),
      getHistory(params),
      get('timeline'),
    ]);
    memory.seen = notedFailures(memory.seen ?? new Map(), data.rows);
    return { ...data, history, timeline };
  },
  View: Failures,
};
