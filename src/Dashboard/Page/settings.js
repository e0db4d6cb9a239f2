import { el, text, attr, show, table, field, filter } from './dom.js';
import { count, when } from './format.js';
import { get, change } from './api.js';

// What a change does to cost: spans are what costs. A message has at most one.
const costs = {
  ratio: (value, perSecond) => `At ${perSecond} messages a second, about ${count(perSecond * value)} spans a second.`,
  budget: (value, perSecond) => value > 0 ? `At most ${value} spans a second, with ${perSecond} messages a second now.` : `No limit: up to one span for each message, ${perSecond} a second now.`,
  traceFully: () => 'Every message there gets a span for five minutes, whatever ratio and budget say.',
};

export const settings = {
  title: 'Settings',
  about: 'What is in force and where it comes from. A change applies at once and until the application restarts. It is logged with who made it, and can be undone.',
  load: () => get('settings'),
  make(root, { refresh }) {
    const state = {}, forms = el('fieldset', root, 'forms'); state.forms = forms; may(forms, false);
    state.refused = el('p', root, 'muted', 'Read only. You lack the right to change settings. (For developers: ChangePolicy in MapAkkaDashboard(...) names the policy of those who have it.)'); show(state.refused, false);
    state.refresh = refresh;
    state.ratio = form(state, forms, 'Share of new traces, 0 to 1', 'ratio', 'Change', value => ({ ratio: Number(value) }), data => `tracing.sampling.ratio: ${data.ratio ?? 'adaptive'} → `);
    state.ratio.placeholder = 'adaptive: 1, up to 1,000 a second';
    state.budget = form(state, forms, 'Spans a second, 0 for no limit', 'budget', 'Change', value => ({ budget: Number(value) }), data => `tracing.sampling.budget: ${data.budget ?? 'off'} → `);
    form(state, forms, 'Trace this path fully for five minutes', 'path', 'Trace fully', value => ({ traceFully: value }), () => 'Trace fully: ').placeholder = '/user/orders/42 or /user/orders/**';
    ask(state, root);
    state.result = el('p', root, 'result'); attr(state.result, 'role', 'status');
    state.changes = table(root, 'Changes on this page', [
      { head: 'When', value: c => when(c.at) },
      { head: 'what', value: c => c.what, className: 'long' },
      { head: 'who', value: c => c.who || '–' },
      {
        head: 'undo', make: cell => { el('button', cell, '', 'Undo').type = 'button'; },
        update: (cell, c) => { const [button] = cell.children; show(button, c.canUndo && !forms.disabled); attr(button, 'aria-label', `Undo ${c.what}`); button.onclick = () => send(state, { undo: c.id }); },
      },
    ], 'None since the start.', 5);
    explain(root);
    state.matches = filter(root, 'Setting contains', () => rows(state));
    const changed = el('label', root.lastChild, 'check'); state.changed = el('input', changed); state.changed.type = 'checkbox'; state.changed.name = 'changed';
    el('span', changed, '', 'Only what differs from reference.conf'); state.changed.onchange = () => rows(state);
    state.settings = table(root, 'Settings', [
      { head: 'Setting', value: s => s.key },
      { head: 'value', value: s => s.value, className: 'long' },
      { head: 'comes from', value: s => s.origin },
    ], 'None.');
    const rules = el('section', root, 'panel'); el('h3', rules, 'head', 'Rules, in order of evaluation'); state.rules = el('ol', rules, 'text');
    return state;
  },
  show(state, data) {
    state.token = data.token; may(state.forms, data.mayChange); show(state.refused, !data.mayChange);
    if (document.activeElement !== state.ratio && !state.ratio.dirty) state.ratio.value = data.ratio ?? '';
    if (document.activeElement !== state.budget && !state.budget.dirty) state.budget.value = data.budget ?? 0;
    state.latest = data.settings; state.data = data;
    state.changes(data.changes, c => c.id);
    rows(state);
    if (state.rules.dataset.text !== data.rules.join('\n')) {
      state.rules.dataset.text = data.rules.join('\n');
      state.rules.replaceChildren(...data.rules.map(rule => el('li', null, '', rule)));
    }
  },
};

// Also disabled: nothing is sent before the right to change is known.
const may = (forms, allowed) => { show(forms, allowed); forms.disabled = !allowed; };

const rows = state => state.settings((state.latest ?? []).filter(s => state.matches(s.key, s.value) && !(state.changed.checked && s.origin === 'reference.conf')), s => s.key);

function form(state, parent, label, name, action, what, words) {
  const node = el('form', parent, 'form'), input = field(node, label, name);
  el('button', node, '', action).type = 'submit';
  input.required = true;
  input.oninput = () => { input.dirty = true; };
  node.onsubmit = async e => {
    e.preventDefault();
    const wanted = what(input.value.trim()), [[key, value]] = Object.entries(wanted);
    // Without figures the question is put all the same.
    const perSecond = await get('overview').then(o => count(o.figures.perSecond), () => 'unknown');
    text(state.words, `${words(state.data)}${value}`); text(state.cost, costs[key](value, perSecond));
    state.asked = { wanted, input }; show(state.question, true); state.yes.focus();
  };
  return input;
}

// Each change is asked for once, with what it does.
function ask(state, parent) {
  const box = state.question = el('div', parent, 'notice warn question'); show(box, false);
  attr(box, 'role', 'group'); attr(box, 'aria-label', 'Change this?');
  state.words = el('b', box); state.cost = el('p', box);
  const close = () => { show(box, false); state.asked.input.focus(); };
  for (const [name, act] of [['Apply', () => { close(); send(state, state.asked.wanted).then(() => { state.asked.input.dirty = false; }); }], ['Cancel', close]]) {
    const button = el('button', box, name === 'Apply' ? 'main' : '', name); button.type = 'button'; button.onclick = act;
  }
  state.yes = box.querySelector('button');
  box.onkeydown = e => { if (e.key === 'Escape') close(); };
}

async function send(state, what) {
  try { text(state.result, (await change(state.token, what)).changes.join('\n')); }
  catch (problem) { text(state.result, problem.message); }
  state.refresh();
}

function explain(root) {
  const panel = el('section', root, 'panel'); el('h3', panel, 'head', 'Explain how messages are treated');
  const node = el('form', panel, 'form'), path = field(node, 'Path of an actor', 'explainPath'), type = field(node, 'Type of the message', 'explainType');
  path.required = type.required = true;
  el('button', node, '', 'Explain').type = 'submit';
  const result = el('div', panel, 'text'); attr(result, 'role', 'status');
  node.onsubmit = async e => {
    e.preventDefault();
    try {
      const found = await get('explain', { path: path.value.trim(), type: type.value.trim() });
      result.replaceChildren(el('h4', null, '', `${found.message} at ${found.actor} (${found.actorType ?? 'no such actor now'})`));
      const reasons = el('ul', result); for (const reason of found.reasons) el('li', reasons, '', reason);
      el('h4', result, '', 'Rules, in order of evaluation');
      const rules = el('ol', result); for (const rule of found.rules) el('li', rules, '', rule);
    } catch (problem) { result.replaceChildren(el('p', null, 'hit', problem.message)); }
  };
}
