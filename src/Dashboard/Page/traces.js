import { el, text, attr, show, keyed, field } from './dom.js';
import { duration, shortAddress, time } from './format.js';
import { get } from './api.js';
import { drawHop, drawWaterfall } from './waterfall.js';
import { stateWords } from './cluster.js';

// In a cluster the parts of other nodes come a second later, so the first trace of the list stays for a while.
const FOLLOWED = 4000;
const orders = { slowest: 'Slowest', failed: 'Failed', latest: 'Latest' };
const address = params => `#/traces?${new URLSearchParams(Object.entries(params).filter(([, value]) => value))}`;

// What is usual for each actor type, to compare a trace with.
const usual = async () => new Map((await get('overview')).actors.map(a => [a.type, { wait: a.wait.p95?.us, work: a.work.p95?.us }]));

export const traces = {
  title: 'Traces',
  about: 'At most 20 traces a second are kept, for a minute. Each row of a waterfall is one message: a dotted line until it arrived, striped while it waited, dots in the stash, full while its handler worked; a dot below is a log line. A time in colour is more than twice what 95 % of the type’s messages take. Bold names with a mark are the critical path: what the trace waited for, one after the other. Messages that are alike are one row. In a cluster, the other nodes are asked for their parts; each node has its own clock.',
  async load({ order, actor, message, id }, state) {
    const list = await get('traces', { order, actor, message });
    const choice = [order, actor, message, id].join(), stays = state.trace?.nodes.length && state.choice === choice && performance.now() - state.since < FOLLOWED;
    const wanted = id || (stays ? state.trace.id : list.traces[0]?.id);
    if (wanted !== state.wanted || state.choice !== choice) Object.assign(state, { wanted, choice, since: performance.now() });
    // The trace that is shown stays, also after the server, or another node with a part of it, has forgotten it.
    let trace = state.trace?.id === wanted ? state.trace : null, missing = '';
    if (wanted) try {
      const found = await get('trace', { id: wanted });
      if (found.hops.length >= (trace?.hops.length ?? 0)) trace = { ...found, usual: trace?.usual ?? await usual() };
    } catch (e) { if (e.status !== 404) throw e; missing = e.message; }
    return { ...list, trace, wanted, missing };
  },
  make(root) {
    const state = {}, form = el('form', root, 'form');
    state.order = select(form, 'Order', orders); state.actor = select(form, 'Actor', {}); state.message = select(form, 'Message', {});
    state.id = field(form, 'Trace id', 'id'); state.id.placeholder = '32 hexadecimal digits';
    const choice = id => address({ order: state.order.value, actor: state.actor.value, message: state.message.value, id });
    form.onsubmit = e => { e.preventDefault(); location.hash = choice(state.id.value.trim().toLowerCase()); };
    form.onchange = e => { if (e.target !== state.id) location.hash = choice(); };
    state.summary = el('p', root, 'muted'); attr(state.summary, 'role', 'status');
    const panel = el('section', root, 'panel traces'); attr(panel, 'aria-label', 'Traces');
    state.list = el('ol', panel, 'list');
    const trace = el('div', panel, 'trace'), head = el('div', trace, 'head');
    state.name = el('h3', head, '', 'No answer yet'); state.facts = el('span', head, 'muted');
    state.follow = el('button', head, '', 'Follow the list again'); state.follow.type = 'button';
    state.follow.title = 'Show the first trace of the list, whichever that is';
    state.follow.onclick = () => { state.id.value = ''; location.hash = choice(); };
    state.waterfall = el('div', trace); state.detail = el('div', trace, 'detail');
    // The address of a chosen trace can be given to somebody else.
    state.choose = id => { location.hash = choice(id); };
    return state;
  },
  show(state, data, params) {
    options(state.actor, data.actors, params.actor); options(state.message, data.messages, params.message);
    state.order.value = params.order || 'slowest';
    text(state.summary, data.traces.length
      ? `${data.taken} sampled traces in the last minute match${data.sampled ? '. Nobody else listens to spans, so this page samples them itself' : ''}.${data.limited ? ' More than 1,000 traces began in a second, so only a fair sample is recorded: see the ratio under Settings.' : ''}`
      : 'No trace in the last minute. A trace is kept if it began while this page was open, so a message that has waited for longer is in none. Spans come from messages that are sampled: see the ratio under Settings, or trace one actor fully.');
    keyed(state.list, data.traces, t => t.id, t => {
      const node = el('li'), button = el('button', node); button.type = 'button';
      button.onclick = () => state.choose(t.id);
      return { node, button, took: el('span', button, 'took'), name: el('b', el('span', button, 'name')), message: el('span', button.lastChild, 'muted'), when: el('span', button, 'when muted') };
    }, (row, t) => {
      text(row.took, duration(t.duration)); text(row.name, t.name); text(row.message, t.message && !t.name.endsWith(t.message) ? ` ${t.message}` : ''); attr(row.button, 'title', `${t.name}, ${t.spans} ${t.spans === 1 ? 'hop' : 'hops'}`); text(row.when, `${t.failed ? 'failed ' : ''}${time(t.at)}`);
      row.when.classList.toggle('hit', t.failed); attr(row.button, 'aria-pressed', t.id === data.wanted);
    });
    show(state.follow, !!params.id);
    if (state.asked !== params.id) { state.asked = params.id; state.id.value = params.id ?? ''; }
    drawTrace(state, data);
  },
};

function drawTrace(state, { trace, wanted, missing }) {
  if (!trace) {
    text(state.name, wanted ? 'This trace is not kept here' : 'No trace yet'); text(state.facts, wanted ? `${wanted} · ${missing} Your tracing backend may have it.` : '');
    state.waterfall.replaceChildren(); state.detail.replaceChildren(); state.trace = null; state.drawn = '';
    return;
  }
  const unknown = trace.nodes.filter(n => n.hops === 0), known = trace.nodes.filter(n => n.hops > 0);
  text(state.name, `${trace.hops[0].name}, ${duration(trace.total)}`);
  text(state.facts, [
    time(trace.at), `trace ${trace.id}`, known.length && `hops of ${known.map(n => shortAddress(n.address)).join(', ')}`, ...unknown.map(n => `${shortAddress(n.address)} ${stateWords[n.state]?.(n) ?? n.state}`),
    !trace.whole && 'taken because a hop failed, earlier hops are missing', trace.omitted && `${trace.omitted} more hops`,
  ].filter(Boolean).join(' · '));
  const drawn = `${trace.id} ${trace.hops.length} ${trace.lines.length}`;
  if (state.drawn === drawn || state.waterfall.contains(document.activeElement) && state.trace?.id === trace.id) return;
  if (state.trace?.id !== trace.id) { state.hop = null; state.opened = new Set(); }
  state.drawn = drawn; state.trace = trace;
  const choose = hop => {
    state.hop = hop.id;
    for (const row of state.waterfall.querySelectorAll('.hop')) if (row.dataset.hop) attr(row, 'aria-pressed', row.dataset.hop === hop.id);
    drawHop(state.detail, trace, hop);
  };
  const actors = trace.hops.filter(h => h.actor), most = list => list.reduce((a, b) => b.work + b.wait + b.stash > a.work + a.wait + a.stash ? b : a);
  const draw = () => {
    drawWaterfall(state.waterfall, trace, choose, state.opened, draw);
    choose(trace.hops.find(h => h.id === state.hop) ?? trace.hops.find(h => h.error) ?? most(actors.length ? actors : trace.hops));
  };
  draw();
}

function select(parent, label, choices) {
  const box = el('label', parent, 'field'); el('span', box, '', label);
  const node = el('select', box);
  for (const [value, name] of Object.entries(choices)) el('option', node, '', name).value = value;
  return node;
}

function options(node, names, chosen = '') {
  const all = chosen && !names.includes(chosen) ? [...names, chosen] : names, key = all.join(' ');
  if (node.dataset.names !== key || node.options.length === 0) {
    node.dataset.names = key;
    node.replaceChildren();
    el('option', node, '', 'all').value = '';
    for (const name of all) el('option', node, '', name).value = name;
  }
  if (document.activeElement !== node) node.value = chosen;
}
