import { el, text, attr, show, table, filter } from './dom.js';
import { ago, count, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { typePage } from './status.js';
import { flowMap, MOST } from './map.js';

const windows = { __proto__: null, 60: '1 minute', 300: '5 minutes', 3600: '1 hour' };
const names = { __proto__: null, _none: 'outside', _ask: 'Ask', _unknown: 'stopped actors', _remote: 'another node', _other: 'others' };
const link = (view, params) => `#/${view}?${new URLSearchParams(params)}`;

/** How a type is shown. Names that begin with an underscore are no types. */
export const nameOf = (type, address) => address?.replace(/^.*\/\//, '') ?? names[type] ?? type;

const cell = (head, typeOf, address = () => null) => ({
  head, sort: typeOf, make: td => { el('a', td); },
  update: (td, f) => {
    const type = typeOf(f), a = td.firstChild;
    text(a, nameOf(type, address(f))); type.startsWith('_') ? a.removeAttribute('href') : attr(a, 'href', typePage(type));
  },
});

const columns = [
  cell('From', f => f.sender, f => f.address),
  { head: 'message', value: f => f.message, sort: f => f.message },
  cell('to', f => f.receiver),
  { head: 'messages/s', num: true, value: f => perSecond(f.perSecond), sort: f => f.perSecond },
  { head: 'waited, mean', num: true, value: f => seconds(f.waitSeconds), sort: f => f.waitSeconds },
  { head: 'worked, mean', num: true, value: f => seconds(f.workSeconds), sort: f => f.workSeconds },
  { head: 'failures', num: true, sort: f => f.failures, update: (td, f) => { text(td, f.failures ? `✕ ${count(f.failures)}` : '0'); td.classList.toggle('hit', f.failures > 0); } },
  { head: 'traces', make: td => { el('a', td, '', 'Traces'); }, update: (td, f) => attr(td.firstChild, 'href', link('traces', { actor: f.receiver, message: f.message })) },
];

export const flow = {
  title: 'Map',
  about: 'Who sends what to whom. A wide arrow has many messages; a red one with ✕ has failures; a dashed one comes from another node. A message counts when it is taken from the mailbox. Rates and times are estimates from timed messages, failures are exact.',
  load: ({ window, nodes }) => get('flow', { window: windows[window] ? window : '300', nodes }),
  make(root) {
    const state = {}, panel = el('section', root, 'panel'), head = el('div', panel, 'head choices');
    attr(panel, 'aria-label', 'Map');
    el('h3', head, '', 'Map');
    state.windows = Object.entries(windows).map(([window, name]) => Object.assign(el('a', head, 'button', name), { window }));
    state.nodes = el('a', head, 'button', 'All nodes');
    state.exports = ['mermaid', 'dot', 'json'].map(format => Object.assign(el('a', head, 'button', { mermaid: 'Mermaid', dot: 'DOT', json: 'JSON' }[format]), { format }));
    state.map = flowMap(panel, pair => { state.pair = pair; drawRows(state); });
    state.summary = el('p', root, 'muted'); attr(state.summary, 'role', 'status');
    state.all = el('button', root, 'more', 'Show all flows'); state.all.type = 'button'; state.all.onclick = () => { state.map.select(null); };
    state.rows = table(root, 'Flows', columns, 'No message was timed in this time.');
    state.matches = filter(state.rows.head, 'Type or message contains', () => drawRows(state));
    return state;
  },
  show(state, data, params, health) {
    const window = windows[params.window] ? params.window : '300', nodes = params.nodes === 'all' ? { nodes: 'all' } : {};
    show(state.nodes, health.cluster);
    attr(state.nodes, 'href', link('map', nodes.nodes ? { window } : { window, nodes: 'all' }));
    nodes.nodes ? attr(state.nodes, 'aria-current', 'true') : state.nodes.removeAttribute('aria-current');
    for (const a of state.windows) {
      attr(a, 'href', link('map', { window: a.window, ...nodes }));
      a.window === window ? attr(a, 'aria-current', 'true') : a.removeAttribute('aria-current');
    }
    for (const a of state.exports) { attr(a, 'href', `api/v1/flow?${new URLSearchParams({ window, ...nodes, format: a.format })}`); attr(a, 'download', `flow.${{ mermaid: 'mmd', dot: 'dot', json: 'json' }[a.format]}`); }
    state.data = data;
    state.arrows = state.map.draw(data.flows, nameOf);
    drawRows(state);
  },
};

const isOf = (pair, f) => !pair || pair.from === f.sender && pair.address === f.address && pair.to === f.receiver;

function drawRows(state) {
  if (!state.data) return;
  const { flows, omitted, seconds: long } = state.data, pair = state.pair;
  text(state.summary, pair
    ? `${nameOf(pair.from, pair.address)} to ${nameOf(pair.to)}, last ${ago(long)}:`
    : `${flows.length} flows in the last ${ago(long)}${omitted ? `, the busiest; ${count(omitted)} more were left out` : ''}.${state.arrows === MOST ? ` The map has ${MOST} of their arrows.` : ''} Choose an arrow to see only its messages.`);
  show(state.all, !!pair);
  state.rows(flows.filter(f => isOf(pair, f) && state.matches(nameOf(f.sender, f.address), f.message, nameOf(f.receiver))), f => [f.sender, f.address, f.message, f.receiver].join(' '));
}
