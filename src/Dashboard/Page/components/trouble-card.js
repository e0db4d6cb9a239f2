// One card: who is in trouble, what is wrong, since when, why with the evidence, and what to do next.
// @ts-check
import { html } from '../lib/preact.js';
import { ago, before, time } from '../lib/format.js';
import { incidentText } from '../lib/incident.js';
import { nextOf } from '../lib/words.js';
import { Command } from './command.js';
import { Copy } from './copy.js';
import { Icon } from './icon.js';
import { Name, TraceName } from './names.js';
import { RichText } from './rich-text.js';

/** @import { Status } from '../data/answers.d.ts' */
/** @import { Card } from '../lib/cards.js' */

/**
 * @param {{ card: Card, names: string[], status: Status, isOpen: boolean, onToggle: (isOpen: boolean) => void }} props
 */
export function TroubleCard({ card, names, status, isOpen, onToggle }) {
  const { name, why, failure, lines, next } = card;
  const since = before(status.now, card.seconds);
  return html`<li class="card ${card.level} ${isOpen ? 'open' : 'closed'} ${card.isElsewhere ? 'elsewhere' : ''}">
    <div class="who">
      <${Icon} health=${card.level} />
      <${Name} name=${name} href=${card.href} class="type" />
      ${card.place && html`<${Name} name=${card.place} href=${card.placeHref} class="path" />`}
      ${
        card.seconds > 0 &&
        html`<span class="since" title=${since.toLocaleString([], { hour12: false })}>
          for ${ago(card.seconds)}, since ${time(since)}
        </span>`
      }
    </div>
    <div class="body">
      <ul class="troubles">
        ${!isOpen && why && html`<${Closed} ...${{ card, why, names }} />`}
        ${(isOpen || !why ? lines : []).map(
          (line) =>
            html`<li key=${line.key}>
              <b class="kind">${line.words}</b>
              <span class="what">
                <${RichText} text=${line.what} names=${names} />
                ${line.more && html` <small><${RichText} text=${line.more} names=${names} /></small>`}
              </span>
            </li>`,
        )}
        ${failure && (isOpen || !why) && html`<${Exception} failure=${failure} />`}
      </ul>
      ${why && isOpen && html`<${Why} ...${{ card, why, names }} />`}
    </div>
    <div class="side">
      ${next && html`<a class="button next" href=${next[1]}>${next[0]}</a>`}
      ${
        why &&
        html`<button type="button" class="fold-card" aria-expanded=${isOpen} onClick=${() => onToggle(!isOpen)}>
          ${isOpen ? 'Hide the evidence' : 'Evidence'}
        </button>`
      }
      <${Copy}
        label="Copy for the incident"
        about=${name}
        class="plain"
        text=${() => incidentText(card, status, location.href)}
      />
    </div>
  </li>`;
}

// What is wrong and why, in one line.
function Closed({ card, why, names }) {
  const kinds = card.lines.map((line) => line.words).join(', ');
  return html`<li>
    <b class="kind">${kinds || 'Unusual'}</b>
    <span class="what">
      <span class="because"><${RichText} text=${why.description} names=${names} /></span>
      <span class="muted"> ${why.certainty}</span>
    </span>
  </li>`;
}

function Exception({ failure }) {
  return html`<li>
    <b class="kind">Exception</b>
    <span class="what exception">
      <bdi>${failure.errorType}: ${failure.text ?? 'its text is not shown'}</bdi>
      ${failure.traceId && html` <${TraceName} trace=${failure.traceId} kept=${failure.traceKept} />`}
    </span>
  </li>`;
}

// Other causes have a line each.
function Why({ card, why, names }) {
  return html`<div class="cause">
    <p>
      <b class="kind">Why</b>
      <span class="what">
        <span class="because"><${RichText} text=${why.description} names=${names} /></span>
        <span class="muted"> ${why.certainty}</span>
      </span>
    </p>
    ${card.evidence.length > 0 && html`<${Evidence} facts=${card.evidence} names=${names} />`}
    ${card.others.map((cause) => html`<${Other} key=${cause.description} cause=${cause} names=${names} />`)}
    ${why.nextStep && html`<${Next} card=${card} why=${why} names=${names} />`}
  </div>`;
}

function Evidence({ facts, names }) {
  return html`<ul class="evidence" aria-label="Evidence">
    ${facts.map((fact) => html`<li key=${fact}><${RichText} text=${fact} names=${names} /></li>`)}
  </ul>`;
}

function Other({ cause, names }) {
  return html`<p>
    <b class="kind">Also</b>
    <span class="what">
      <${RichText} text=${cause.description} names=${names} /><span class="muted"> ${cause.certainty}</span>
    </span>
  </p>`;
}

function Next({ card, why, names }) {
  const [place, href] = nextOf(why);
  const { command } = card;
  return html`<p>
    <b class="kind">Next</b>
    <span class="what">
      <${RichText} text=${why.nextStep} names=${names} /> <a href=${href}>→ ${place}</a>
      ${command && html`<${Command} text=${command} />`}
    </span>
  </p>`;
}
