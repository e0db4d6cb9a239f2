import { el } from './dom.js';
import { time } from './format.js';

/** The log lines of a trace. Those of the selected hop are marked, and so are those that report an error. */
export function drawLines(parent, lines, hop) {
  if (!lines.length) return;
  el('h4', parent, '', 'Log');
  const list = el('ol', parent, 'lines');
  for (const line of lines) {
    const row = el('li', list, `${line.failed ? 'bad' : ''} ${line.span === hop ? 'here' : ''}`.trim());
    el('span', row, 'muted', time(line.time)); el('b', row, '', line.failed ? `✕ ${line.level}` : line.level); el('span', row, 'logged', line.text);
  }
}
