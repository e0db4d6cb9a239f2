// Where a handler hangs that holds its thread, when somebody asks.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { get } from '../data/api.js';

/** @param {{ path: string }} props */
export function HandlerStack({ path }) {
  const [text, setText] = useState('');
  const look = () => {
    setText('Looking …');
    get('stack', { path }).then(
      (answer) => setText(answer.problem ?? answer.frames.join('\n')),
      (error) => setText(error.message),
    );
  };
  return html`<button type="button" onClick=${look} aria-label="Stack of ${path}">Stack</button>
    ${text && html`<pre role="status">${text}</pre>`}`;
}
