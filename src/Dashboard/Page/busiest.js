import { linked, table } from './dom.js';
import { count, percent, perSecond, seconds } from './format.js';
import { typeColumn } from './status.js';

const figure = (head, key, words, title) => ({ head, num: true, value: b => words(b[key]), sort: b => b[key] ?? 0, title });

/** The actors that did most in the last minute. They come with the most work first; a choice of another column shows the first of that. */
export const busiest = root => table(root, 'Busiest actors, last 30 to 60 seconds', [
  linked('Actor', b => b.path, b => `#/actors?${new URLSearchParams({ path: b.path })}`),
  typeColumn(b => b.type),
  figure('at work', 'work', percent, 'Share of the time in which it worked or awaited, about'),
  figure('messages/s', 'perSecond', perSecond, 'About'),
  figure('waited', 'waitSeconds', seconds, 'Mean of its messages, about'),
  figure('failures', 'failures', count, 'All of them'),
  figure('timed', 'timed', count, 'Messages from which work, rate and wait are estimated'),
], 'No actor has had a timed message.', 20);
