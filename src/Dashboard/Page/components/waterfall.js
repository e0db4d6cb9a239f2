// A trace as a waterfall: for each hop when its message was under way, in the stash, waited, and was worked on.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { duration, shortAddress, shortType } from '../lib/format.js';
import { usePhone } from './hooks.js';
import { More } from './more.js';
import { beside, criticalPath, delays, hopTitle, isAsk, niceStep, rowsOf, sentAt, treeOf } from '../lib/trace.js';

/** @import { Hop, Trace } from '../data/answers.d.ts' */
/** @typedef {Trace & { usual?: Map<string, import('../lib/trace.js').Usual> }} Shown */

const DEEPEST = 7;
// More rows come on demand.
const ROWS = 50;
const PHONE_ROWS = 20;

/**
 * @param {{ trace: Shown, chosen: string | null, opened: Set<string>, onChoose: (hop: Hop) => void,
 *   onFold: (fold: string) => void }} props
 */
export function Waterfall({ trace, chosen, opened, onChoose, onFold }) {
  const limit = usePhone() ? PHONE_ROWS : ROWS;
  const [isWhole, setWhole] = useState(false);
  const total = Math.max(trace.durationUs, 1);
  const step = niceStep(total);
  const percent = (us) => `${((100 * us) / total).toFixed(3)}%`;
  const hasNodes = new Set(trace.hops.map((h) => h.node)).size > 1;
  const tree = treeOf(trace.hops);
  const critical = criticalPath(trace.hops, tree);
  const delayOf = delays(trace.hops);
  const rows = rowsOf(trace.hops, tree, critical, opened);
  const ticks = [];
  for (let t = 0; t < total * 0.86; t += step) ticks.push({ t, words: duration(t).replace(/\.0+ /, ' ') });
  const head = (name, kind) =>
    html`<span class="num"
      ><span class="swatch"><i class="bar ${kind}"></i></span>${name}</span
    >`;
  return html`<div
      class="hops ${hasNodes ? 'nodes' : ''}"
      role="group"
      aria-label="Waterfall"
      style=${{ '--step': percent(step) }}
    >
      <div class="ticks" aria-hidden="true">
        <span class="label"></span>
        ${hasNodes && html`<span class="node">node</span>`}
        <span class="track">
          ${ticks.map(({ t, words }) => html`<span key=${t} style=${{ left: percent(t) }}>${words}</span>`)}
        </span>
        ${head('wait', 'wait')} ${head('work', 'work')}
      </div>
      ${(isWhole ? rows : rows.slice(0, limit)).map((row) =>
        'fold' in row
          ? html`<${FoldRow} key=${row.fold} ...${{ row, isOpen: opened.has(row.fold), hasNodes, percent, onFold }} />`
          : html`<${HopRow}
              key=${row.id}
              ...${{ hop: row, trace, total, percent, hasNodes, onChoose }}
              isChosen=${row.id === chosen}
              isCritical=${critical.has(row)}
              delay=${delayOf(row)}
            />`,
      )}
    </div>
    <${More} count=${rows.length} ...${{ limit, isWhole }} onToggle=${() => setWhole(!isWhole)} of=" rows" />`;
}

function Label({ hop, many = 0 }) {
  const isNamed = hop.messageType && !hop.name.endsWith(hop.messageType);
  return html`<span class="label">
    ${hop.depth > 0 && html`<${Twig} depth=${Math.min(hop.depth - 1, DEEPEST)} />`}
    <b><bdi>${many ? `${many} × ${hop.name}` : hop.name}</bdi></b>
    ${isNamed && html`<i> <bdi>${hop.messageType}</bdi></i>`}
  </span>`;
}

const Twig = ({ depth }) => html`<span class="twig" aria-hidden="true" style=${{ '--depth': `${depth}` }}>└</span>`;

const Bar = ({ from, length, kind, percent }) =>
  html`<span class="bar ${kind}" style=${{ left: percent(from), width: percent(length) }}></span>`;

function HopRow({ hop, trace, total, percent, hasNodes, isChosen, isCritical, delay, onChoose }) {
  const { wait, work } = beside(hop, trace.usual);
  const bar = (from, length, kind) => html`<${Bar} ...${{ from, length, kind, percent }} />`;
  const words = [
    hopTitle(hop),
    hop.node && `on ${shortAddress(hop.node)}`,
    delay > 0 && `arrived ${duration(delay)} after its cause had ended`,
    hop.stashUs > 0 && `in the stash for ${duration(hop.stashUs)}`,
    hop.isMessage && `wait ${duration(hop.waitUs)}`,
    `${isAsk(hop) ? 'until the answer' : 'work'} ${duration(hop.workUs)}`,
    (wait.isOver || work.isOver) && 'longer than usual',
    hop.errorType && `failed: ${shortType(hop.errorType)}`,
    isCritical && 'on the critical path',
  ];
  const choose = () => onChoose(hop);
  return html`<button
    type="button"
    class="hop ${isCritical ? 'critical' : ''}"
    aria-pressed=${isChosen}
    title=${words.filter(Boolean).join(', ')}
    onClick=${choose}
    onFocus=${choose}
  >
    <${Label} hop=${hop} />
    ${hasNodes && html`<span class="node">${hop.node ? shortAddress(hop.node) : ''}</span>`}
    <span class="track">
      ${
        delay > 0 &&
        html`<span class="delay" style=${{ left: percent(sentAt(hop) - delay), width: percent(delay) }}></span>`
      }
      ${hop.stashUs > 0 && bar(sentAt(hop), hop.stashUs, 'stash')}
      ${hop.waitUs > 0 && bar(hop.startUs - hop.waitUs, hop.waitUs, 'wait')}
      ${bar(hop.startUs, hop.workUs, hop.errorType ? 'bad' : hop.isMessage ? 'work' : 'http')}
      ${hop.errorType && html`<${Fail} ...${{ hop, total, percent }} />`}
      ${trace.lines
        .filter((line) => line.spanId === hop.id)
        .map((line) => html`<${Dot} ...${{ line, hop, trace, total, percent }} />`)}
    </span>
    <span class="num ${wait.isOver ? 'over' : ''}">${hop.isMessage ? duration(hop.waitUs) : ''}</span>
    <span class="num ${work.isOver ? 'over' : ''}">${duration(hop.workUs)}</span>
  </button>`;
}

function Fail({ hop, total, percent }) {
  const begin = sentAt(hop) / total;
  const end = (hop.startUs + hop.workUs) / total;
  const place = end <= 0.5 ? '' : begin > 0.35 ? 'left' : 'in';
  const left = percent(place === 'left' ? sentAt(hop) : hop.startUs + hop.workUs);
  const words = `✕ ${shortType(hop.errorType)}${hop.directive ? `, ${hop.directive}` : ''}`;
  return html`<span class="fail ${place}" style=${{ left }}>${words}</span>`;
}

function Dot({ line, hop, trace, total, percent }) {
  const at = 1000 * (Date.parse(line.at) - Date.parse(trace.startedAt));
  const left = percent(Math.min(total, Math.max(at, hop.startUs)));
  return html`<span class="line ${line.failed ? 'bad' : ''}" style=${{ left }} title=${line.text}></span>`;
}

function FoldRow({ row: { fold, hops }, isOpen, hasNodes, percent, onFold }) {
  const begins = Math.min(...hops.map(sentAt));
  const ends = Math.max(...hops.map((h) => h.startUs + h.workUs));
  const where = [...new Set(hops.map((h) => h.node))];
  const node = where.length === 1 ? (where[0] ? shortAddress(where[0]) : '') : `${where.length} nodes`;
  const longest = (key) => `≤ ${duration(Math.max(...hops.map((h) => h[key])))}`;
  return html`<button
    type="button"
    class="hop fold"
    aria-expanded=${isOpen}
    title=${isOpen ? 'Fold them again' : `Show all ${hops.length}`}
    onClick=${() => onFold(fold)}
  >
    <${Label} hop=${hops[0]} many=${hops.length} />
    ${hasNodes && html`<span class="node">${node}</span>`}
    <span class="track"><${Bar} from=${begins} length=${ends - begins} kind="many" percent=${percent} /></span>
    <span class="num">${longest('waitUs')}</span>
    <span class="num">${longest('workUs')}</span>
  </button>`;
}
