// One actor type: its figures, message types, charts, mailboxes and failures.
// @ts-check
import { html } from '../lib/preact.js';
import { count, duration, estimate, percent, perSecond, seconds } from '../lib/format.js';
import { chartsOf } from '../lib/history.js';
import { link } from '../lib/links.js';
import { backlogOf } from '../lib/mailboxes.js';
import { get } from '../data/api.js';
import { getHistory } from '../data/history.js';
import { FailureTable } from '../components/failure-table.js';
import { Figures } from '../components/figures.js';
import { Histogram } from '../components/histogram.js';
import { History } from '../components/history.js';
import { MailboxTable } from '../components/mailbox-table.js';
import { Name, TypeName } from '../components/names.js';
import { Panel } from '../components/panel.js';
import { RichText } from '../components/rich-text.js';
import { Table } from '../components/table.js';

const SENDERS = 3;

const withMean = (p95, mean) =>
  html`<span title=${mean == null ? undefined : `mean ${seconds(mean)}`}>${estimate(p95)}</span>`;

/** @type {import('../components/table.js').Column[]} */
const messageColumns = [
  { head: 'Message', value: (m) => html`<${Name} name=${m.type} />`, sort: (m) => m.type },
  {
    head: 'messages/s',
    num: true,
    phone: true,
    value: (m) => perSecond(m.perSecond),
    sort: (m) => m.perSecond,
    bar: (m) => m.perSecond,
    kind: 'traffic',
  },
  {
    head: 'p95 wait',
    num: true,
    title: 'Time in the mailbox that 95 % of the messages of the last minute did not exceed',
    value: (m) => withMean(m.waitP95, m.waitSeconds),
    sort: (m) => m.waitP95?.us,
    bar: (m) => m.waitP95?.us,
    kind: 'wait',
  },
  {
    head: 'p95 work',
    num: true,
    title: 'Time in the handler that 95 % of the messages of the last minute did not exceed',
    value: (m) => withMean(m.workP95, m.workSeconds),
    sort: (m) => m.workP95?.us,
    bar: (m) => m.workP95?.us,
    kind: 'work',
  },
  {
    head: 'waiting now',
    num: true,
    title: 'Estimated from the first messages of the deepest mailboxes',
    value: (m) => count(m.waiting),
    sort: (m) => m.waiting,
    bar: (m) => m.waiting,
    kind: 'wait',
    least: 20,
  },
  {
    head: 'failures, 60 s',
    num: true,
    value: (m) => count(m.recentFailures),
    sort: (m) => m.recentFailures,
    isBad: (m) => m.recentFailures > 0,
  },
  {
    head: 'sent by',
    class: 'long',
    value: (m) => {
      const shown = m.senders.slice(0, SENDERS);
      const more = m.senders.length - shown.length;
      if (!shown.length) return '–';
      return html`${shown.map(
        (s, i) => html`${i > 0 && ', '}<${TypeName} type=${s.type} address=${s.address} /> ${perSecond(s.perSecond)}/s`,
      )}${more > 0 && ` and ${more} more`}`;
    },
  },
  { head: 'since start', num: true, value: (m) => count(m.messages), sort: (m) => m.messages },
  {
    head: 'have no span',
    num: true,
    title: 'Sent outside of a trace, and the rule says only-in-trace',
    value: (m) => (m.untraced ? `${count(m.untraced)}: ${m.untracedBy}` : ''),
    sort: (m) => m.untraced,
  },
  { head: 'traces', value: (m) => html`<a href=${link('traces', { actor: m.actor, message: m.type })}>Traces</a>` },
];

const figuresOf = (d) => {
  const { drain, grows } = backlogOf(d);
  const { now } = d.history;
  return [
    { name: 'messages/s', value: perSecond(now.perSecond) },
    { name: 'waiting', value: count(now.waiting) },
    { name: 'oldest message', value: now.waiting > 0 ? duration(now.oldestUs) : '–' },
    { name: 'p95 wait', value: estimate(d.figures.wait.p95) },
    { name: 'p95 work', value: estimate(d.figures.work.p95) },
    { name: 'utilisation', value: percent(d.utilization) },
    { name: 'backlog', value: drain, isBad: grows },
    { name: 'live actors', value: count(d.figures.live) },
    { name: 'failures, last 60 s', value: count(d.figures.recentFailures), isBad: d.figures.recentFailures > 0 },
    { name: 'restarts', value: count(d.figures.restarts) },
  ];
};

function Type({ data, params }) {
  const { name } = params;
  if (data.missing) {
    return html`<p class="notice plain" role="status">
      No actor type of this name has been seen since the history began.
    </p>`;
  }
  const { sentence } = backlogOf(data);
  const messages = data.messages.map((m) => ({ ...m, actor: name }));
  return html`
    <p class="links">
      <a class="button" href=${link('actors', { path: '/user', find: name })}>Its actors</a>
      <a class="button" href=${link('traces', { actor: name })}>Its traces</a>
      <a class="button" href=${link('failures', { actor: name })}>Its failures</a>
      <a class="button" href=${link('map', { type: name })}>On the map</a>
    </p>
    ${sentence && html`<p class="notice warn" role="status"><${RichText} text=${sentence} /></p>`}
    <${Figures} label="Figures" figures=${figuresOf(data)} />
    <${Table}
      caption="Message types"
      columns=${messageColumns}
      items=${messages}
      keyOf=${(m) => m.type}
      none="No message yet."
      most=${20}
    />
    ${data.failures.length > 0 && html`<${FailureTable} rows=${data.failures} withActor=${false} />`}
    <${History} charts=${chartsOf.type} history=${data.history} timeline=${data.timeline} type=${name} />
    <${Panel} title="How long messages took">
      <div class="charts">
        <${Histogram} title="In the mailbox" kind="wait" counts=${data.waits} bounds=${data.boundsUs} />
        <${Histogram} title="In the handler" kind="work" counts=${data.works} bounds=${data.boundsUs} />
      </div>
    <//>
    <${MailboxTable} caption="Deepest mailboxes" mailboxes=${data.deepest} none="No message waits." withType=${false} />
  `;
}

export const type = {
  title: 'Actor type',
  ranged: true,
  about:
    'One actor type. “Utilisation” is the share of the time in which its actors worked. “Backlog” is when the ' +
    'slowest mailbox will be empty if it goes on as now.',
  async load(params, memory) {
    const { name } = params;
    // A question about a type that nobody knows would be an error in the browser's console each second.
    if (memory.known !== name) {
      const { actors } = await get('overview');
      if (!actors.some((a) => a.type === name)) return { missing: true };
      memory.known = name;
    }
    try {
      const [data, history, timeline] = await Promise.all([
        get('type', { name }),
        getHistory(params, name),
        get('timeline'),
      ]);
      return { ...data, history, timeline };
    } catch (e) {
      if (e.status !== 404) throw e;
      return { missing: true };
    }
  },
  View: Type,
};
