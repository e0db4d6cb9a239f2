// What one actor shows of itself, when somebody asks.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { count, seconds } from '../lib/format.js';
import { get } from '../data/api.js';

/** @import { ActorState as State } from '../data/answers.d.ts' */

/** @param {State} s @returns {[string, string | null][]} */
const rowsOf = (s) => [
  ['state', s.stateName],
  ['data', s.stateData],
  ['shows', s.shown],
  ['a handler', s.awaits ? 'awaits' : null],
  ['in its stash', count(s.stashed)],
  ['pending timers', s.timers == null ? null : count(s.timers)],
  ['receive time-out', s.receiveTimeoutSeconds == null ? null : seconds(s.receiveTimeoutSeconds)],
  ['children', s.children ? `${count(s.children)}: ${s.childNames.join(', ')}` : '0'],
];

/** @param {{ path: string }} props */
export function ActorState({ path }) {
  const [state, setState] = useState(/** @type {State | null} */ (null));
  const [problem, setProblem] = useState('');
  const read = () =>
    get('state', { path }).then(
      (answer) => {
        setState(answer.problem ? null : answer);
        setProblem(answer.problem ?? '');
      },
      (error) => setProblem(error.message),
    );
  return html`<section aria-label="State">
    <p><button type="button" onClick=${read}>Read its state</button></p>
    ${problem && html`<p class="notice plain" role="status">${problem}</p>`}
    ${
      state &&
      html`<dl class="panel figures" role="status">
        ${rowsOf(state)
          .filter(([, value]) => value != null)
          .map(
            ([name, value]) =>
              html`<div key=${name}>
                <dt class="muted">${name}</dt>
                <dd><bdi>${value}</bdi></dd>
              </div>`,
          )}
      </dl>`
    }
  </section>`;
}
