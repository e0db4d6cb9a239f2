// A trace as a sequence diagram: who sent what to whom, one after the other.
// @ts-check
import { html } from '../lib/preact.js';
import { mermaidOf, sequenceOf } from '../lib/trace.js';
import { Copy } from './copy.js';

/** @import { Trace } from '../data/answers.d.ts' */

const COLUMN = 190;
const ROW = 34;
const TOP = 44;
const LONGEST = 24;

const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** @param {{ trace: Trace }} props */
export function Sequence({ trace }) {
  const { actors, steps, omitted } = sequenceOf(trace);
  const x = (name) => COLUMN / 2 + COLUMN * actors.indexOf(name);
  const [width, height] = [COLUMN * actors.length, TOP + ROW * (steps.length + 1)];
  const words = steps
    .map((s) => `${s.from} to ${s.to}: ${s.message}${s.error ? `, failed: ${s.error}` : ''}`)
    .join('; ');
  return html`<div class="sequence">
    <p class="muted">
      Times are wait + work.${omitted > 0 && ` ${omitted} more messages are left out.`}${' '}
      <${Copy} label="Copy as Mermaid" text=${() => mermaidOf(trace)} />
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Sequence diagram">
      <svg width=${width} height=${height} role="img" aria-label=${words}>
        <defs>
          <marker id="step" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" orient="auto">
            <path class="head" d="M0 1L10 5L0 9Z" />
          </marker>
        </defs>
        ${actors.map(
          (name) =>
            html`<g class="actor">
              <title>${name}</title>
              <path class="life" d="M${x(name)} ${TOP - 12}V${height}" />
              <rect x=${x(name) - COLUMN / 2 + 6} y="4" width=${COLUMN - 12} height="28" rx="6" />
              <text x=${x(name)} y="22">${cut(name)}</text>
            </g>`,
        )}
        ${steps.map((s, i) => html`<${Step} step=${s} x=${x} y=${TOP + ROW * (i + 1)} />`)}
      </svg>
    </div>
  </div>`;
}

function Step({ step, x, y }) {
  const [from, to] = [x(step.from), x(step.to)];
  const d = from === to ? `M${from} ${y - 8}c40 0 40 14 4 14` : `M${from} ${y}H${to + (from < to ? -2 : 2)}`;
  const middle = from === to ? from + 40 : (from + to) / 2;
  return html`<g class="step ${step.error ? 'bad' : ''}">
    <title>${step.message}, wait + work: ${step.took}${step.error ? `, failed: ${step.error}` : ''}</title>
    <path d=${d} marker-end="url(#step)" />
    <text x=${middle} y=${y - 6} class=${from === to ? 'own' : ''}>
      ${cut(step.message)} <tspan class="took">${step.error ? `✕ ${cut(step.error)}` : step.took}</tspan>
    </text>
  </g>`;
}
