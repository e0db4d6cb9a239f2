import { el, text, attr, show, table, keyed, filter } from './dom.js';
import { ago, count, percent, perSecond, seconds } from './format.js';
import { get } from './api.js';
import { typePage } from './status.js';
import { flowMap, MOST, READ, ready, shareOf, SPACE } from './map.js';
import { infrastructure, infrastructureSwitch } from './infrastructure.js';

const windows = { __proto__: null, 60: '1 minute', 300: '5 minutes', 3600: '1 hour' };
const names = { __proto__: null, _none: 'outside', _timer: 'timers', _ask: 'Ask', _unknown: 'stopped actors', _remote: 'another node', _other: 'others' };
// So many types are boxes of their own; of more, namespaces are: at most so many.
const MANY = 60, BOXES = 40;
const link = (view, params) => `#/${view}?${new URLSearchParams(params)}`;

/** How a type is shown. Names that begin with an underscore are no types. */
export const nameOf = (type, address) => address?.replace(/^.*\/\//, '') ?? names[type] ?? (type.startsWith(SPACE) ? type.slice(SPACE.length) : type);

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
  { head: 'failures', num: true, sort: f => f.failures, update: (td, f) => { text(td, f.failures ? `✕ ${count(f.failures)}: ${percent(shareOf(f))}` : '0'); td.classList.toggle('hit', shareOf(f) >= .01); } },
  { head: 'traces', make: td => { el('a', td, '', 'Traces'); }, update: (td, f) => attr(td.firstChild, 'href', link('traces', { actor: f.receiver, message: f.message })) },
];

export const flow = {
  title: 'Map',
  about: 'Who sends what to whom. A wide arrow has many messages; of a red one with ✕ at least 1 % failed; a dashed one comes from another node. “Ask” is a question from code outside of actors, or after an await. A message counts when it is taken from the mailbox. Of many types, those of one namespace are one box: choose it to open it. Rates and times are estimates from timed messages, failures are exact.',
  async load({ window, nodes }) {
    const [data] = await Promise.all([get('flow', { window: windows[window] ? window : '300', nodes, infrastructure: infrastructure() }), ready()]);
    // Only a large map needs to know where types belong.
    return typesOf(data.flows).length > MANY ? { ...data, actors: (await get('overview')).actors } : data;
  },
  make(root, { refresh }) {
    const state = {}, panel = el('section', root, 'panel'), head = el('div', panel, 'head choices');
    attr(panel, 'aria-label', 'Map');
    el('h3', head, '', 'Map');
    state.windows = Object.entries(windows).map(([window, name]) => Object.assign(el('a', head, 'button', name), { window }));
    state.nodes = el('a', head, 'button', 'All nodes');
    infrastructureSwitch(head, refresh);
    state.exports = ['mermaid', 'dot', 'json'].map(format => Object.assign(el('a', head, 'button', { mermaid: 'Mermaid', dot: 'DOT', json: 'JSON' }[format]), { format }));
    const split = el('div', panel, 'split'); state.opened = new Set();
    state.map = flowMap(split, chosen => { state.chosen = chosen; drawRows(state); }, space => { state.opened.add(space); drawMap(state); drawRows(state); });
    state.side = el('aside', split, 'side-panel'); attr(state.side, 'aria-label', 'What is chosen'); show(state.side, false);
    state.every = el('button', panel, 'more'); state.every.type = 'button'; state.every.onclick = () => { state.isWhole = !state.isWhole; drawMap(state); };
    state.fold = el('button', panel, 'more', 'Fold all namespaces'); state.fold.type = 'button'; state.fold.onclick = () => { state.opened.clear(); drawMap(state); drawRows(state); };
    state.summary = el('p', root, 'muted'); attr(state.summary, 'role', 'status');
    state.all = el('button', root, 'more', 'Show all flows'); state.all.type = 'button'; state.all.onclick = () => { state.map.select(null); };
    state.rows = table(root, 'Flows', columns, 'No message was timed in this time.', 30);
    state.matches = filter(state.rows.head, 'Type or message contains', () => { drawMap(state); drawRows(state); });
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
    for (const a of state.exports) { attr(a, 'href', `api/v1/flow?${new URLSearchParams({ window, ...nodes, ...(infrastructure() ? { infrastructure: 'on' } : {}), format: a.format })}`); attr(a, 'download', `flow.${{ mermaid: 'mmd', dot: 'dot', json: 'json' }[a.format]}`); }
    state.data = data;
    drawMap(state);
    drawRows(state);
  },
};

const typesOf = flows => [...new Set(flows.flatMap(f => [f.sender, f.receiver]))].filter(type => !type.startsWith('_'));

// Of many types, those of one namespace are one box until somebody opens it, in as many parts of the name as leave few boxes.
function folding({ data, opened }, flows) {
  const types = typesOf(flows), spaces = new Map((data.actors ?? []).filter(a => a.namespace && types.includes(a.type)).map(a => [a.type, a.namespace.split('.')])), all = [...spaces.values()];
  if (types.length <= MANY || !all.length) return type => type;
  // What all names begin with says nothing.
  const shared = all[0].findIndex((part, i) => all.some(space => space[i] !== part || i === space.length - 1)), cut = (type, parts) => spaces.get(type)?.slice(shared, parts).join('.') ?? '';
  let parts = Math.max(...all.map(space => space.length));
  while (parts > shared + 1 && new Set(types.map(type => cut(type, parts))).size > BOXES) parts--;
  const sizes = new Map();
  for (const type of types) sizes.set(cut(type, parts), (sizes.get(cut(type, parts)) ?? 0) + 1);
  return type => { const space = cut(type, parts); return type.startsWith('_') || !space || sizes.get(space) < 2 || opened.has(space) ? type : `${SPACE}${space}, ${sizes.get(space)} types`; };
}

const folded = state => {
  const flows = matching(state), fold = folding(state, flows);
  return flows.map(f => ({ ...f, sender: f.address ? f.sender : fold(f.sender), receiver: fold(f.receiver), own: f }));
};

const isOf = (chosen, f) => !chosen || (typeof chosen === 'string' ? f.sender === chosen && !f.address || f.receiver === chosen : chosen.from === f.sender && chosen.address === f.address && chosen.to === f.receiver);
const matching = state => state.data.flows.filter(f => state.matches(nameOf(f.sender, f.address), f.message, nameOf(f.receiver)));

// The filter is the map's too: of many types only those that somebody looks for.
function drawMap(state) {
  if (!state.data) return;
  const flows = folded(state), most = state.isWhole ? MOST : READ, { shown, all } = state.map.draw(flows.filter(f => !f.sender.startsWith(SPACE) || f.sender !== f.receiver), nameOf, most);
  show(state.fold, state.opened.size > 0 && flows.length > 0);
  show(state.every, all > READ); text(state.every, `${shown < all ? `The map has the busiest ${shown} of ${all} arrows. ` : ''}Show ${state.isWhole ? `${READ} only` : all > MOST ? MOST : 'all'}`);
}

function drawRows(state) {
  if (!state.data) return;
  const { flows, omitted, seconds: long } = state.data, { chosen } = state, name = typeof chosen === 'string' ? nameOf(chosen) : chosen && `${nameOf(chosen.from, chosen.address)} to ${nameOf(chosen.to)}`;
  const own = folded(state).filter(f => isOf(chosen, f)).map(f => f.own);
  text(state.summary, chosen ? `${name}, last ${ago(long)}:` : `${flows.length} flows in the last ${ago(long)}${omitted ? `, the busiest; ${count(omitted)} more were left out` : ''}. Choose a type or an arrow to see only its messages.`);
  show(state.all, !!chosen); show(state.side, !!chosen);
  if (chosen) drawSide(state.side, chosen, name, own);
  state.rows(own, f => [f.sender, f.address, f.message, f.receiver].join(' '));
}

// The figures of a type or of an arrow. A mean is that of all its messages.
function drawSide(parent, chosen, name, flows) {
  const isType = typeof chosen === 'string', arriving = isType ? flows.filter(f => f.receiver === chosen) : flows, sum = (some, value) => some.reduce((all, f) => all + value(f), 0);
  const rate = sum(arriving, f => f.perSecond), mean = key => rate > 0 ? seconds(sum(arriving, f => f.perSecond * (f[key] ?? 0)) / rate) : '–', failures = sum(arriving, f => f.failures);
  parent.known ??= { head: el('h4', parent), facts: el('dl', parent), links: el('p', parent, 'links') };
  const { head, facts, links } = parent.known, type = isType ? chosen : chosen.to;
  text(head, name);
  keyed(facts, [
    ['messages/s', perSecond(rate)], ...(isType ? [['sends, messages/s', perSecond(sum(flows.filter(f => f.sender === chosen), f => f.perSecond))]] : []),
    ['waited, mean', mean('waitSeconds')], ['worked, mean', mean('workSeconds')], ['failures', failures ? `${count(failures)}: ${percent(failures / Math.max(failures, sum(arriving, f => f.messages)))}` : '0'],
    ['messages', [...new Set(arriving.map(f => f.message))].slice(0, 5).join(', ') || '–'],
  ], f => f[0], f => { const node = el('div'); el('dt', node, '', f[0]); return { node, value: el('dd', node) }; }, (row, f) => text(row.value, f[1]));
  keyed(links, [...(type.startsWith('_') ? [] : [['Its figures', typePage(type)], ['Its traces', link('traces', { actor: type })]]), ...(failures ? [['Its failures', link('failures', { actor: type })]] : [])], l => l[0], l => ({ node: el('a', null, 'button', l[0]) }), (row, l) => attr(row.node, 'href', l[1]));
}
