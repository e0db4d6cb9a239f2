import { el } from './dom.js';
import { time } from './format.js';

/** The log lines of a trace or of a hop, where the answer has them: { time, level, text, category, failed }. */
export function drawLines(parent, lines) {
  if (!lines?.length) return;
  el('h4', parent, '', 'Log');
  const list = el('ol', parent, 'lines');
  for (const line of lines) {
    const row = el('li', list, line.failed ? 'bad' : '');
    el('span', row, 'muted', time(line.time)); el('b', row, '', line.level); el('span', row, '', line.text); el('small', row, 'muted', line.category);
  }
}
