// What is in force and where it comes from; changes with what they cost, and how messages are treated.
// @ts-check
import { html, useEffect, useRef, useState } from '../lib/preact.js';
import { count, seconds, when } from '../lib/format.js';
import { change, get } from '../data/api.js';
import { Field, Filter, matches } from '../components/field.js';
import { usePage } from '../components/page-context.js';
import { Panel } from '../components/panel.js';
import { Table } from '../components/table.js';

/** @import { Settings as Answer } from '../data/answers.d.ts' */
/** @typedef {{ wanted: object, words: string, cost: string }} Question */

// What a change does to cost: spans are what costs. A message has at most one.
const kinds = [
  {
    key: 'ratio',
    label: 'Share of new traces, 0 to 1',
    action: 'Change',
    placeholder: 'adaptive: 1, up to 1,000 a second',
    now: (data) => data.ratio ?? '',
    wanted: (text) => ({ ratio: Number(text) }),
    words: (data, text) => `tracing.sampling.ratio: ${data.ratio ?? 'adaptive'} → ${Number(text)}`,
    cost: (text, rate) => `At ${count(rate)} messages a second, about ${count(rate * Number(text))} spans a second.`,
  },
  {
    key: 'budget',
    label: 'Spans a second, 0 for no limit',
    action: 'Change',
    now: (data) => data.budget ?? 0,
    wanted: (text) => ({ budget: Number(text) }),
    words: (data, text) => `tracing.sampling.budget: ${data.budget ?? 'off'} → ${Number(text)}`,
    cost: (text, rate) =>
      Number(text) > 0
        ? `At most ${Number(text)} spans a second, with ${count(rate)} messages a second now.`
        : `No limit: up to one span for each message, ${count(rate)} a second now.`,
  },
  {
    key: 'path',
    label: 'Trace this path fully for five minutes',
    action: 'Trace fully',
    placeholder: '/user/orders/42 or /user/orders/**',
    now: () => '',
    wanted: (text) => ({ traceFully: text }),
    words: (data, text) => `Trace fully: ${text}`,
    cost: () => 'Every message there gets a span for five minutes, whatever ratio and budget say.',
  },
  {
    key: 'debug',
    label: 'Log this path at debug for five minutes',
    action: 'Log',
    placeholder: '/user/orders/42 or /user/orders/**',
    isOffered: (data) => data.canDebug,
    now: () => '',
    wanted: (text) => ({ debugLines: text }),
    words: (data, text) => `Log at debug: ${text}`,
    cost: () => 'At most 1,000 lines more, wherever the log goes.',
  },
];

function ChangeForm({ kind, data, onAsk }) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const shown = text ?? `${kind.now(data)}`;
  const submit = async (e) => {
    e.preventDefault();
    // Without figures the question is put all the same.
    const rate = await get('overview').then(
      (o) => o.figures.perSecond,
      () => null,
    );
    const value = shown.trim();
    onAsk({
      wanted: kind.wanted(value),
      words: kind.words(data, value),
      cost: rate == null ? '' : kind.cost(value, rate),
      forget: () => setText(null),
    });
  };
  return html`<form class="form" onSubmit=${submit}>
    <${Field}
      label=${kind.label}
      name=${kind.key}
      value=${shown}
      placeholder=${kind.placeholder}
      required
      onInput=${(e) => setText(e.target.value)}
    />
    <button type="submit">${kind.action}</button>
  </form>`;
}

const followed = [
  ['attribute', 'Attribute or baggage', 'order.id'],
  ['value', 'has the value', '42'],
  ['actors', 'at actors', 'all, or /user/orders/**'],
  ['messages', 'messages', 'all, or PlaceOrder'],
  ['minutes', 'minutes', '5'],
  ['traces', 'traces at most', '100'],
];

function FollowForm({ onAsk }) {
  const [given, setGiven] = useState(/** @type {Record<string, string>} */ ({}));
  const submit = (e) => {
    e.preventDefault();
    /** @type {Record<string, string | number>} */
    const follow = Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim()));
    for (const key of ['minutes', 'traces']) if (follow[key]) follow[key] = Number(follow[key]);
    const words = followed.filter(([key]) => follow[key]).map(([key, label]) => `${label} ${follow[key]}`);
    onAsk({
      wanted: { follow },
      words: `Follow: ${words.join(', ') || 'all messages'}`,
      cost: 'Each of these messages begins a recorded trace, with all that follows, until time or number is reached.',
      forget: () => setGiven({}),
    });
  };
  return html`<form class="form" onSubmit=${submit} aria-label="Follow messages">
    ${followed.map(
      ([key, label, placeholder]) =>
        html`<${Field}
          key=${key}
          label=${label}
          name=${`follow-${key}`}
          value=${given[key] ?? ''}
          placeholder=${placeholder}
          onInput=${(e) => setGiven({ ...given, [key]: e.target.value })}
        />`,
    )}
    <button type="submit">Follow</button>
  </form>`;
}

// What each node of the cluster says to a change.
function What({ change }) {
  return html`<bdi>${change.what}</bdi> ${
      change.nodes &&
      html`<ul class="nodes">
        ${change.nodes.map(
          (node) =>
            html`<li key=${node.address} class=${node.isMade ? '' : 'hit'}>
              <bdi>${node.address}</bdi>: <bdi>${node.text || node.state}</bdi>
            </li>`,
        )}
      </ul>`
    }`;
}

const selected = (f) =>
  [f.messages ?? 'each message', f.attribute && `with ${f.attribute} = ${f.value}`, f.actors && `to ${f.actors}`]
    .filter(Boolean)
    .join(' ');

// Each change is asked for once, with what it does.
function AskOnce({ question, onApply, onCancel }) {
  const apply = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => apply.current?.focus(), [question]);
  return html`<div
    class="notice warn question"
    role="group"
    aria-label="Change this?"
    onKeyDown=${(e) => e.key === 'Escape' && onCancel()}
  >
    <b>${question.words}</b>
    <p>${question.cost}</p>
    <button type="button" class="main" ref=${apply} onClick=${onApply}>Apply</button>
    <button type="button" onClick=${onCancel}>Cancel</button>
  </div>`;
}

function Explain() {
  const [asked, setAsked] = useState({ path: '', type: '' });
  const [found, setFound] = useState(/** @type {any} */ (null));
  const submit = async (e) => {
    e.preventDefault();
    try {
      setFound(await get('explain', { path: asked.path.trim(), type: asked.type.trim() }));
    } catch (problem) {
      setFound({ problem: problem.message });
    }
  };
  const input = (key) => (e) => setAsked({ ...asked, [key]: e.target.value });
  return html`<${Panel} title="Explain how messages are treated">
    <form class="form" onSubmit=${submit}>
      <${Field} label="Path of an actor" name="explainPath" required value=${asked.path} onInput=${input('path')} />
      <${Field} label="Type of the message" name="explainType" required value=${asked.type} onInput=${input('type')} />
      <button type="submit">Explain</button>
    </form>
    <div class="text" role="status">
      ${found?.problem && html`<p class="hit">${found.problem}</p>`}
      ${
        found?.reasons &&
        html`<h4>${found.messageType} at ${found.actorPath} (${found.actorType ?? 'no such actor now'})</h4>
          <p>Has a span: ${found.answer}</p>
          <ul>
            ${found.reasons.map((reason) => html`<li>${reason}</li>`)}
          </ul>
          <h4>Rules, in order of evaluation</h4>
          <ol>
            ${found.rules.map((rule) => html`<li>${rule}</li>`)}
          </ol>`
      }
    </div>
  <//>`;
}

/** @param {{ data: Answer }} props */
function Settings({ data }) {
  const { refresh } = usePage();
  const [question, setQuestion] = useState(/** @type {any} */ (null));
  const [result, setResult] = useState('');
  const [wanted, setWanted] = useState('');
  const [isChanged, setChanged] = useState(false);
  const [onAll, setOnAll] = useState(false);
  const send = async (what) => {
    let isMade = false;
    try {
      setResult((await change(data.token, what)).changes.join('\n'));
      isMade = true;
    } catch (problem) {
      setResult(problem.message);
    }
    refresh();
    return isMade;
  };
  const apply = async () => {
    setQuestion(null);
    // What was refused can be corrected.
    if (await send(onAll ? { ...question.wanted, nodes: 'all' } : question.wanted)) question.forget();
  };
  const undo = (c) =>
    c.canUndo &&
    data.mayChange &&
    html`<button type="button" aria-label="Undo ${c.what}" onClick=${() => send({ undo: c.id })}>Undo</button>`;
  const offered = kinds.filter((kind) => kind.isOffered?.(data) ?? true);
  const shown = data.settings.filter(
    (s) => matches(wanted, s.key, s.value) && !(isChanged && s.origin === 'reference.conf'),
  );
  return html`
    ${
      data.mayChange
        ? html`<fieldset class="forms" aria-label="Change settings">
            ${offered.map((kind) => html`<${ChangeForm} key=${kind.key} ...${{ kind, data }} onAsk=${setQuestion} />`)}
            <${FollowForm} onAsk=${setQuestion} />
            ${
              data.hasNodes &&
              html`<label class="check">
                <input
                  type="checkbox"
                  name="nodes"
                  checked=${onAll}
                  onChange=${(e) => setOnAll(e.target.checked)}
                /><span>On all nodes of the cluster that allow it</span>
              </label>`
            }
          </fieldset>`
        : html`<p class="muted">
            Read only. You lack the right to change settings.${' '}
            <small>
              (For developers: ChangePolicy in MapAkkaDashboard(...) names the policy of those who have it.)</small
            >
          </p>`
    }
    ${question && html`<${AskOnce} question=${question} onApply=${apply} onCancel=${() => setQuestion(null)} />`}
    <p class="result" role="status">${result}</p>
    ${
      data.logLevels.length > 0 &&
      html`<${Table}
        caption="Log levels of actors"
        columns=${[
          { head: 'Path', class: 'long', value: (l) => html`<bdi>${l.path}</bdi>`, phone: true },
          { head: 'level', value: (l) => l.level },
          { head: 'ends in', value: (l) => seconds(l.seconds) },
          { head: 'or after lines', value: (l) => count(l.lines) },
        ]}
        items=${data.logLevels}
        keyOf=${(l) => l.path}
        none=""
      />`
    }
    <${Table}
      caption="Changes on this page"
      columns=${[
        { head: 'When', value: (c) => when(c.at) },
        { head: 'what', class: 'long', value: (c) => html`<${What} change=${c} />` },
        { head: 'who', value: (c) => html`<bdi>${c.who || '–'}</bdi>` },
        { head: 'undo', value: undo, phone: true },
      ]}
      items=${data.changes}
      keyOf=${(c) => c.id}
      none="None since the start."
      most=${5}
    />
    ${
      data.followed.length > 0 &&
      html`<${Table}
        caption="Followed now"
        columns=${[
          { head: 'Messages', class: 'long', value: (f) => html`<bdi>${selected(f)}</bdi>` },
          { head: 'traces', num: true, value: (f) => `${count(f.traces)} of ${count(f.mostTraces)}` },
          { head: 'until', value: (f) => when(f.until) },
        ]}
        items=${data.followed}
        keyOf=${(f) => `${f.until} ${selected(f)}`}
        none=""
        most=${20}
      />`
    }
    <${Table}
      caption="Settings"
      columns=${[
        { head: 'Setting', value: (s) => s.key, sort: (s) => s.key },
        { head: 'value', class: 'long', value: (s) => html`<bdi>${s.value}</bdi>`, phone: true },
        { head: 'comes from', value: (s) => s.origin, sort: (s) => s.origin },
      ]}
      items=${shown}
      keyOf=${(s) => s.key}
      none="No setting matches."
      most=${30}
      tools=${html`<label class="check">
          <input
            type="checkbox"
            name="changed"
            checked=${isChanged}
            onChange=${(e) => setChanged(e.target.checked)}
          /><span>Only what differs from reference.conf</span>
        </label>
        <${Filter} label="Setting contains" value=${wanted} onInput=${setWanted} />`}
    />
    <${Explain} />
    <${Panel} title="Rules, in order of evaluation">
      <ol class="text">
        ${data.rules.map((rule, i) => html`<li key=${i}><bdi>${rule}</bdi></li>`)}
      </ol>
    <//>
  `;
}

export const settings = {
  title: 'Settings',
  about:
    'The settings in force, and where each comes from. A change applies at once and lasts until the application ' +
    'restarts. It is logged with the name of who made it, and can be undone.',
  load: () => get('settings'),
  View: Settings,
};
