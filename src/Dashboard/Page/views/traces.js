// Traces of the last minute: how they begin, one as a waterfall or as a sequence diagram, and one of its hops.
// @ts-check
import { html, useEffect, useMemo, useState } from '../lib/preact.js';
import { duration, shortAddress, some, time } from '../lib/format.js';
import { link } from '../lib/links.js';
import { stateWords } from '../lib/nodes.js';
import { notableHop, rootName } from '../lib/trace.js';
import { get, unlessMissing } from '../data/api.js';
import { Copy } from '../components/copy.js';
import { Field, Select } from '../components/field.js';
import { HopDetail } from '../components/hop-detail.js';
import { Sequence } from '../components/sequence.js';
import { Waterfall } from '../components/waterfall.js';

/** @import { Traces as Answer, TraceSummary } from '../data/answers.d.ts' */

// In a cluster the parts of other nodes come a second later, so the first trace of the list stays for a while.
const FOLLOWED = 4000;
/** @type {[string, string][]} */
const orders = [
  ['slowest', 'Slowest'],
  ['failed', 'Failed'],
  ['latest', 'Latest'],
];
const NAMED = 8;

function Form({ data, params }) {
  const [id, setId] = useState(params.id ?? '');
  const [least, setLeast] = useState(params.least ?? '');
  useEffect(() => setId(params.id ?? ''), [params.id]);
  useEffect(() => setLeast(params.least ?? ''), [params.least]);
  const { order, actor, message, root } = params;
  const go = (next) => {
    location.hash = link('traces', { order, actor, message, root, least: least.trim(), ...next });
  };
  const choices = (names, chosen) => [
    /** @type {[string, string]} */ (['', 'all']),
    ...[...new Set([...names, ...(chosen ? [chosen] : [])])].map((n) => /** @type {[string, string]} */ ([n, n])),
  ];
  const submit = (e) => {
    e.preventDefault();
    go({ id: id.trim().toLowerCase() });
  };
  return html`<form class="form" role="search" aria-label="Traces" onSubmit=${submit}>
    <${Select} label="Order" value=${order ?? 'slowest'} options=${orders} onChange=${(v) => go({ order: v })} />
    <${Select}
      label="Actor"
      value=${actor ?? ''}
      options=${choices(data.actorTypes, actor)}
      onChange=${(v) => go({ actor: v })}
    />
    <${Select}
      label="Message"
      value=${message ?? ''}
      options=${choices(data.messageTypes, message)}
      onChange=${(v) => go({ message: v })}
    />
    <${Field}
      label="At least, ms"
      name="least"
      inputmode="decimal"
      value=${least}
      onInput=${(e) => setLeast(e.target.value)}
      onChange=${() => go({})}
    />
    <${Field}
      label="Trace id"
      name="id"
      placeholder="32 hexadecimal digits"
      value=${id}
      onInput=${(e) => setId(e.target.value)}
    />
    <button type="submit" class="hidden">Show the trace</button>
  </form>`;
}

/** What traces begin with. @param {{ groups: any[], params: Record<string, string> }} props */
function Roots({ groups, params }) {
  if (groups.length < 2 && !params.root) return null;
  const { id, root, ...rest } = params;
  return html`<ul class="roots" aria-label="What traces begin with">
    ${groups.slice(0, NAMED).map(
      (g) =>
        html`<li key=${g.name}>
          <a
            class="button"
            href=${link('traces', { ...rest, root: g.name === root ? '' : g.name })}
            aria-current=${g.name === root ? 'true' : undefined}
          >
            <bdi>${g.name}</bdi>${' '}
            <small>
              ${g.count}, p95 ${duration(g.p95Us)}${g.failed > 0 && html`, <span class="hit">${g.failed} failed</span>`}
            </small>
          </a>
        </li>`,
    )}
  </ul>`;
}

/** @param {{ traces: TraceSummary[], wanted: string, params: Record<string, string> }} props */
function List({ traces, wanted, params }) {
  const longest = Math.max(1, ...traces.map((t) => t.durationUs));
  return html`<ol class="list" aria-label="Traces">
    ${traces.map(
      (t) =>
        html`<li key=${t.id}>
          <a href=${link('traces', { ...params, id: t.id })} aria-current=${t.id === wanted ? 'true' : undefined}>
            <span class="took">${duration(t.durationUs)}</span>
            <span class="name">
              <bdi>${rootName(t)}</bdi>
              <span class="length">
                <i class=${t.failed ? 'bad' : ''} style=${{ width: `${(100 * t.durationUs) / longest}%` }}></i>
              </span>
            </span>
            <span class="when muted">
              ${t.failed && html`<span class="hit">✕ failed </span>`}${time(t.startedAt)}<br />${some(t.spans, 'hop')}
            </span>
          </a>
        </li>`,
    )}
  </ol>`;
}

function factsOf(trace) {
  const known = trace.nodes.filter((n) => n.hops > 0);
  const unknown = trace.nodes.filter((n) => n.hops === 0);
  return [
    time(trace.startedAt),
    known.length > 0 && `hops of ${known.map((n) => shortAddress(n.address)).join(', ')}`,
    ...unknown.map((n) => `${shortAddress(n.address)} ${stateWords(n)}`),
    !trace.whole && 'taken because a hop failed, hops are missing',
    trace.omitted > 0 && `${trace.omitted} more hops`,
  ]
    .filter(Boolean)
    .join(' · ');
}

// Whoever looks closer at a trace keeps it, also when another one comes first in the list.
function OneTrace({ trace, isChosen, rest, isSequence, onSequence }) {
  const [hopId, setHop] = useState(/** @type {string | null} */ (null));
  const [opened, setOpened] = useState(new Set());
  const hop = useMemo(() => trace.hops.find((h) => h.id === hopId) ?? notableHop(trace), [trace, hopId]);
  const keep = () => isChosen || location.replace(link('traces', { ...rest, id: trace.id }));
  const fold = (name) => {
    const next = new Set(opened);
    if (!next.delete(name)) next.add(name);
    setOpened(next);
    keep();
  };
  return html`<div class="trace">
    <div class="head choices">
      <h3><bdi>${trace.hops[0].name}</bdi>, ${duration(trace.durationUs)}</h3>
      <button
        type="button"
        class="button switch"
        aria-pressed=${isSequence}
        onClick=${() => {
          onSequence(!isSequence);
          keep();
        }}
      >
        Sequence
      </button>
      <${Copy} label="Copy the id" about=${trace.id} text=${() => trace.id} />
      ${isChosen && html`<${Follow} href=${link('traces', rest)} />`}
      <p class="muted facts">${factsOf(trace)} · trace <span class="trace-id">${trace.id}</span></p>
    </div>
    <div onClick=${keep}>
      ${
        isSequence
          ? html`<${Sequence} trace=${trace} />`
          : html`<${Waterfall} ...${{ trace, chosen: hop.id, opened, onChoose: (h) => setHop(h.id), onFold: fold }} />`
      }
    </div>
    <${HopDetail} trace=${trace} hop=${hop} />
  </div>`;
}

const Follow = ({ href }) =>
  html`<a class="button" href=${href} title="Show the first trace of the list, whichever that is">
    Follow the list again
  </a>`;

/** @param {Answer} data */
function summaryOf(data) {
  const sampled = data.sampled ? '. No exporter collects spans, so this page samples them itself' : '';
  const limited = data.limited
    ? ' More than 1,000 traces began in a second, so only a fair sample is recorded: see the ratio under Settings.'
    : '';
  const match = data.taken === 1 ? 'matches' : 'match';
  return `${some(data.taken, 'sampled trace')} of the last minute ${match}${sampled}.${limited}`;
}

const NONE =
  'No trace in the last minute. The page keeps traces that began while it was open, so a message that has waited ' +
  'for longer has none. Only sampled messages have spans: see the ratio under Settings, or trace one actor fully.';

function Traces({ data, params }) {
  const { trace, wanted, missing } = data;
  const { id, ...rest } = params;
  const [isSequence, setSequence] = useState(false);
  return html`
    <${Form} data=${data} params=${params} />
    <${Roots} groups=${data.roots} params=${params} />
    <p class="muted" role="status">${data.traces.length ? summaryOf(data) : NONE}</p>
    <section class="panel traces" aria-label="Traces">
      <div class="both">
        <${List} traces=${data.traces} wanted=${wanted} params=${params} />
        ${
          trace
            ? html`<${OneTrace}
                key=${trace.id}
                ...${{ trace, rest, isSequence, isChosen: !!id, onSequence: setSequence }}
              />`
            : html`<div class="trace">
                <div class="head">
                  <h3>${wanted ? 'This trace is not kept here' : 'No trace yet'}</h3>
                  ${wanted && html`<p class="muted facts">${wanted}. ${missing} Your tracing backend may have it.</p>`}
                </div>
              </div>`
        }
      </div>
    </section>
  `;
}

// What is usual for each actor type, to compare a trace with.
const usual = async () => {
  const { actors } = await get('overview');
  return new Map(actors.map((a) => [a.type, { wait: a.wait.p95?.us, work: a.work.p95?.us }]));
};

export const traces = {
  title: 'Traces',
  about:
    'The page keeps at most 20 traces a second, each for a minute. In the waterfall each row is one message: a ' +
    'dotted line until it arrived, stripes while it waited, dots while it was in the stash, a full bar while its ' +
    'handler worked. A dot below the bar is a log line. A time in colour is more than twice what 95 % of the ' +
    'type’s messages take. Bold names with a mark are the critical path: the messages that the trace had to wait ' +
    'for, one after the other. Messages that are alike share a row. In a cluster the page asks the other nodes ' +
    'for their parts; each node has its own clock.',
  async load(/** @type {Record<string, string>} */ { order, actor, message, root, least, id }, memory) {
    memory.ask ??= unlessMissing();
    const us = Number(least) > 0 ? Math.round(1000 * Number(least)) : '';
    const list = await get('traces', { order, actor, message, root, least: us });
    const choice = [order, actor, message, root, least, id].join();
    const stays = memory.trace?.nodes.length && memory.choice === choice && performance.now() - memory.since < FOLLOWED;
    const wanted = id || (stays ? memory.trace.id : list.traces[0]?.id);
    if (wanted !== memory.wanted || memory.choice !== choice) {
      Object.assign(memory, { wanted, choice, since: performance.now() });
    }
    // The trace that is shown stays, also after the server, or another node with a part of it, has forgotten it.
    if (memory.trace?.id !== wanted) memory.trace = null;
    const found = wanted ? await memory.ask('trace', { id: wanted }) : null;
    if (found?.hops.length && found.hops.length >= (memory.trace?.hops.length ?? 0)) {
      memory.trace = { ...found, usual: memory.trace?.usual ?? (await usual()) };
    }
    const missing = wanted && !memory.trace ? 'There is none.' : '';
    return { ...list, trace: memory.trace, wanted, missing };
  },
  View: Traces,
};
