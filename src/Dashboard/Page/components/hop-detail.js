// What is known of one hop of a trace, and what was logged in the trace.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { attribute, duration, shortAddress, time } from '../lib/format.js';
import { actorPage, isActor, tracePage, typePage } from '../lib/links.js';
import { folded } from '../lib/logs.js';
import { beside, delays, hopTitle, isAsk } from '../lib/trace.js';
import { More } from './more.js';

/** @import { Hop } from '../data/answers.d.ts' */

const WIDE = 36;
const LINES = 12;

/** What has a page is a link to it. */
const hrefOf = (key, value) => {
  if (key === 'akka.actor.type') return typePage(value);
  return isActor(value) ? actorPage(value) : null;
};

/** @param {{ trace: import('./waterfall.js').Shown, hop: Hop }} props */
export function HopDetail({ trace, hop }) {
  const usual = beside(hop, trace.usual);
  const delay = delays(trace.hops)(hop);
  const unusual = (name, key) =>
    usual[key].usual != null && [
      name,
      `${duration(hop[`${key}Us`])}; 95 % of its type: ≤ ${duration(usual[key].usual)}`,
    ];
  /** @type {any[]} */
  const facts = [
    hop.node && ['node', shortAddress(hop.node)],
    unusual('wait', 'wait'),
    unusual('work', 'work'),
    delay > 0 && ['arrived', `${duration(delay)} after its cause had ended`],
    hop.stashUs > 0 && ['in the stash', duration(hop.stashUs)],
    hop.directive && ['supervisor', hop.directive],
    ...hop.links.map((id) => ['linked trace', id, tracePage(id)]),
    ...hop.attributes.map(([key, value]) => [key, attribute(key, value), hrefOf(key, value)]),
  ].filter(Boolean);
  return html`<div class="detail" role="region" aria-label="Hop">
    <h4><bdi>${hopTitle(hop)}</bdi>, ${isAsk(hop) ? 'asked' : 'work began'} at ${duration(hop.startUs)}</h4>
    <dl>
      ${facts.map(
        ([key, value, href]) =>
          html`<div class=${value.length > WIDE ? 'wide' : ''}>
            <dt>${key}</dt>
            <dd>${href ? html`<a href=${href}><bdi>${value}</bdi></a>` : html`<bdi>${value}</bdi>`}</dd>
          </div>`,
      )}
    </dl>
    ${
      trace.lines.length > 0 &&
      html`<h4>Log</h4>
        <${Lines} lines=${trace.lines} hop=${hop.id} />`
    }
  </div>`;
}

// Those of the chosen hop are marked, and so are those that report an error. Equal ones of one hop, or of hops that are
// not chosen, are one.
/** @param {{ lines: import('../data/answers.d.ts').Trace['lines'], hop: string }} props */
function Lines({ lines, hop }) {
  const [isWhole, setWhole] = useState(false);
  const groups = folded(lines, (line) => (line.spanId === hop ? 'here' : ''));
  return html`<ol class="trace-lines" aria-label="Log">
      ${(isWhole ? groups : groups.slice(0, LINES)).map(
        ({ key, line, count }) =>
          html`<li key=${key} class="${line.failed ? 'bad' : ''} ${line.spanId === hop ? 'here' : ''}">
            <span class="muted">${time(line.at)}</span>
            <b>${line.failed ? `✕ ${line.level}` : line.level}</b>
            <span class="logged"><bdi>${line.text}</bdi>${count > 1 && html` <small>${count} alike</small>`}</span>
          </li>`,
      )}
    </ol>
    <${More} count=${groups.length} limit=${LINES} isWhole=${isWhole} onToggle=${() => setWhole(!isWhole)} />`;
}
