// The first screen: the table of types, trouble first, then load; the figures of the node, which open into charts.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { count, estimate, perSecond, seconds } from '../lib/format.js';
import { chartsOf } from '../lib/history.js';
import { link } from '../lib/links.js';
import { read, write } from '../lib/store.js';
import { get } from '../data/api.js';
import { getHistory } from '../data/history.js';
import { Filter, matches } from '../components/field.js';
import { History } from '../components/history.js';
import { Icon } from '../components/icon.js';
import { InfrastructureSwitch } from '../components/infrastructure.js';
import { TypeName } from '../components/names.js';
import { usePage } from '../components/page-context.js';
import { Table } from '../components/table.js';
import { Tiles } from '../components/tiles.js';

/** @import { ActorType, Status } from '../data/answers.d.ts' */
/** @typedef {ActorType & { level?: string }} Row */

const MOST = 20;
const FAILING = new Set(['failing', 'restarting', 'lost', 'persisting']);
const nonZero = (text, n) => (n ? text : html`<span class="zero">${text}</span>`);

/** @type {import('../components/table.js').Column[]} */
const columns = [
  {
    head: 'Actor type',
    class: 'name',
    sort: (a) => a.type,
    value: (a) => html`<${Icon} health=${a.level} /><${TypeName} type=${a.type} />`,
  },
  {
    group: 'traffic',
    head: 'messages/s',
    num: true,
    phone: true,
    value: (a) => nonZero(`${perSecond(a.perSecond)}`, a.perSecond),
    sort: (a) => a.perSecond,
    bar: (a) => a.perSecond,
    kind: 'traffic',
  },
  { group: 'traffic', head: 'live', num: true, value: (a) => nonZero(count(a.live), a.live), sort: (a) => a.live },
  {
    group: 'wait',
    head: 'p95',
    label: 'p95 wait',
    title: 'Time in the mailbox that 95 % of the messages did not exceed',
    num: true,
    value: (a) => estimate(a.wait.p95),
    sort: (a) => a.wait.p95?.us,
    bar: (a) => a.wait.p95?.us,
    kind: 'wait',
  },
  {
    group: 'wait',
    head: 'p99',
    label: 'p99 wait',
    num: true,
    value: (a) => estimate(a.wait.p99),
    sort: (a) => a.wait.p99?.us,
  },
  {
    group: 'work',
    head: 'p95',
    label: 'p95 work',
    title: 'Time in the handler that 95 % of the messages did not exceed',
    num: true,
    value: (a) => estimate(a.work.p95),
    sort: (a) => a.work.p95?.us,
    bar: (a) => a.work.p95?.us,
    kind: 'work',
  },
  {
    group: 'work',
    head: 'p99',
    label: 'p99 work',
    num: true,
    value: (a) => estimate(a.work.p99),
    sort: (a) => a.work.p99?.us,
  },
  {
    group: 'mailboxes',
    head: 'waiting',
    num: true,
    value: (a) => nonZero(count(a.waiting), a.waiting),
    sort: (a) => a.waiting,
    bar: (a) => a.waiting,
    kind: 'wait',
    least: 20,
  },
  {
    group: 'mailboxes',
    head: 'oldest',
    num: true,
    value: (a) => (a.waiting ? seconds(a.oldestSeconds) : html`<span class="zero">–</span>`),
    sort: (a) => a.oldestSeconds,
    bar: (a) => a.oldestSeconds,
    kind: 'age',
    least: 1,
  },
  {
    group: 'failures',
    head: 'last 60 s',
    label: 'failures, 60 s',
    num: true,
    value: (a) => nonZero(count(a.recentFailures), a.recentFailures),
    sort: (a) => a.recentFailures,
    isBad: (a) => a.recentFailures > 0,
  },
  {
    group: 'failures',
    head: 'restarts',
    num: true,
    value: (a) => nonZero(count(a.restarts), a.restarts),
    sort: (a) => a.restarts,
  },
];

/** The worst first, as in the status line, then by load. @param {ActorType[]} actors @param {Status} status */
function orderedTypes(actors, status) {
  const worst = [...status.troubles].sort((a, b) => Number(b.level === 'unhealthy') - Number(a.level === 'unhealthy'));
  const rank = new Map(worst.map((t, i) => /** @type {const} */ ([t.actorType, { i, level: t.level }])).reverse());
  const place = (a) => rank.get(a.type)?.i ?? 1e9;
  return actors
    .map((a) => ({ ...a, level: rank.get(a.type)?.level }))
    .sort(
      (a, b) =>
        place(a) - place(b) ||
        Number(!!a.category) - Number(!!b.category) ||
        b.perSecond - a.perSecond ||
        b.waiting - a.waiting ||
        a.type.localeCompare(b.type),
    );
}

/** Nothing happens in actors of such a type. @param {Row} a */
const isIdle = (a) => !a.level && !a.perSecond && !a.waiting && !a.recentFailures;

function Overview({ data }) {
  const { status, infrastructure } = usePage();
  const [wanted, setWanted] = useState('');
  const [isAll, setAll] = useState(false);
  const [isOpen, setOpen] = useState(() => read('charts') === 'open' || location.hash.includes('from='));
  const toggle = () => {
    setOpen(!isOpen);
    write('charts', isOpen ? '' : 'open');
  };
  // What is in trouble is shown in any case.
  const shown = orderedTypes(data.actors, status).filter(
    (a) => (!a.category || a.level || infrastructure) && matches(wanted, a.type),
  );
  const idle = shown.filter(isIdle);
  const rows = isAll || wanted || idle.length === shown.length ? shown : shown.filter((a) => !isIdle(a));
  return html`
    <${Table}
      caption="Actors by type"
      columns=${columns}
      items=${rows}
      keyOf=${(a) => a.type}
      none="No actor of such a type lives."
      most=${MOST}
      tools=${html`
        ${
          idle.length > 0 &&
          idle.length < shown.length &&
          !wanted &&
          html`<button type="button" class="button switch" aria-pressed=${isAll} onClick=${() => setAll(!isAll)}>
            ${idle.length} idle
          </button>`
        }
        <${InfrastructureSwitch} />
        <${Filter} label="Actor type contains" value=${wanted} onInput=${setWanted} />
      `}
    />
    <${Tiles} overview=${data} history=${data.history} isOpen=${isOpen} onToggle=${toggle} />
    ${isOpen && html`<${History} charts=${chartsOf.all} history=${data.history} timeline=${data.timeline} />`}
    <p class="muted note">
      <a href=${link('timeline')}>The timeline</a> has earlier troubles. Choose a figure above to open the charts. The
      incident as a file: <a href="api/v1/incident" download="akka-incident.json">JSON</a>,${' '}
      <a href="api/v1/incident?format=markdown" download="akka-incident.md">Markdown</a>.
    </p>
  `;
}

export const overview = {
  title: 'Overview',
  ranged: true,
  about:
    'One row for each actor type: types in trouble first, then the busiest. “Wait” is the time that messages ' +
    'spent in the mailbox, “work” the time in the handler, over the last 10 seconds. “Oldest” is the age of the ' +
    'oldest message that still waits. The charts count only the application’s own actors.',
  async load(params, memory, status) {
    const isFailing = !status || status.troubles.some((t) => FAILING.has(t.kind));
    const [data, history, timeline, failures] = await Promise.all([
      get('overview'),
      getHistory(params),
      get('timeline'),
      isFailing ? get('failures') : { rows: [] },
    ]);
    return { ...data, history, timeline, failing: failures.rows };
  },
  View: Overview,
};
