// Who sends what to whom: as a picture, where there is room for one, and as a table.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { ago, count, percent, perSecond, seconds } from '../lib/format.js';
import { boxName, folding, idOf, isSpace, shareOf, shortNames, sumOf, typesOf } from '../lib/flows.js';
import { isType, link, typePage } from '../lib/links.js';
import { typeName } from '../lib/words.js';
import { get } from '../data/api.js';
import { Filter, matches } from '../components/field.js';
import { factsOf, FlowGraph, MOST } from '../components/flow-graph.js';
import { usePhone } from '../components/hooks.js';
import { InfrastructureSwitch } from '../components/infrastructure.js';
import { Name, TypeName } from '../components/names.js';
import { usePage } from '../components/page-context.js';
import { Table } from '../components/table.js';

/** @import { Flow } from '../data/answers.d.ts' */

const READ = 60;
const ROWS = 30;
const CHOOSE = 'Choose a type or an arrow to see only its messages.';
/** @type {Record<string, string>} */
const windows = Object.assign(Object.create(null), { 60: '1 minute', 300: '5 minutes', 3600: '1 hour' });
const windowOf = (window) => (windows[window] ? window : '300');
const extensions = { mermaid: ['Mermaid', 'mmd'], dot: ['DOT', 'dot'], json: ['JSON', 'json'] };

/** @type {import('../components/table.js').Column[]} */
const columns = [
  {
    head: 'From',
    class: 'name',
    sort: (f) => typeName(f.senderType, f.senderAddress),
    value: (f) => html`<${TypeName} type=${f.senderType} address=${f.senderAddress} />`,
  },
  { head: 'message', value: (f) => html`<${Name} name=${f.messageType} />`, sort: (f) => f.messageType },
  {
    head: 'to',
    class: 'name',
    sort: (f) => f.receiverType,
    value: (f) => html`<${TypeName} type=${f.receiverType} />`,
    phone: true,
  },
  {
    head: 'messages/s',
    num: true,
    phone: true,
    value: (f) => perSecond(f.perSecond),
    sort: (f) => f.perSecond,
    bar: (f) => f.perSecond,
    kind: 'traffic',
  },
  { head: 'mean wait', num: true, value: (f) => seconds(f.waitSeconds), sort: (f) => f.waitSeconds },
  { head: 'mean work', num: true, value: (f) => seconds(f.workSeconds), sort: (f) => f.workSeconds },
  {
    head: 'failures',
    num: true,
    sort: (f) => f.failures,
    value: (f) => (f.failures ? `✕ ${count(f.failures)}: ${percent(shareOf(f))}` : html`<span class="zero">0</span>`),
    isBad: (f) => shareOf(f) >= 0.01,
  },
  {
    head: 'traces',
    value: (f) => html`<a href=${link('traces', { actor: f.receiverType, message: f.messageType })}>Traces</a>`,
  },
];

function Tools({ params, window }) {
  const { status, infrastructure } = usePage();
  const isAll = params.nodes === 'all';
  const nodes = isAll ? 'all' : '';
  const asked = { window, nodes, infrastructure: infrastructure ? 'on' : '' };
  const query = (format) => link('flow', { ...asked, format }).replace('#/', 'api/v1/');
  return html`
    ${Object.entries(windows).map(
      ([key, name]) =>
        html`<a
          key=${key}
          class="button"
          href=${link('map', { window: key, nodes })}
          aria-current=${key === window ? 'true' : undefined}
          >${name}</a
        >`,
    )}
    ${
      status.cluster &&
      html`<a
        class="button"
        href=${link('map', { window, nodes: isAll ? '' : 'all' })}
        aria-current=${isAll ? 'true' : undefined}
        >All nodes</a
      >`
    }
    <${InfrastructureSwitch} />
    ${Object.entries(extensions).map(
      ([format, [name, ending]]) =>
        html`<a key=${format} class="button" href=${query(format)} download="flow.${ending}">${name}</a>`,
    )}
  `;
}

/** The states of types and of groups of types. */
function statesOf(data, status, fold) {
  const levels = new Map(status.troubles.map((t) => [t.actorType, t.level]));
  for (const t of status.troubles) if (t.level === 'unhealthy') levels.set(t.actorType, t.level);
  const work = new Map();
  for (const f of data.flows) {
    work.set(f.receiverType, (work.get(f.receiverType) ?? 0) + f.perSecond * (f.workSeconds ?? 0));
  }
  const states = new Map();
  for (const a of data.actors) {
    const key = fold(a.type);
    const state = states.get(key) ?? { level: undefined, waiting: 0, work: 0, live: 0, isKnown: false };
    const level = levels.get(a.type);
    state.level = state.level === 'unhealthy' ? state.level : (level ?? state.level);
    state.waiting += a.waiting;
    state.work += work.get(a.type) ?? 0;
    state.live += a.live;
    state.isKnown ||= work.has(a.type);
    states.set(key, state);
  }
  for (const state of states.values()) {
    state.utilization = state.isKnown && state.live > 0 ? state.work / state.live : null;
  }
  return (type) => states.get(type);
}

const isOf = (chosen, f) =>
  chosen === null || idOf(f) === chosen || (!f.senderAddress && f.senderType === chosen) || f.receiverType === chosen;

function MapView({ data, params }) {
  const { status } = usePage();
  const isPhone = usePhone();
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState(/** @type {string | null} */ (params.type ?? null));
  const [isWhole, setWhole] = useState(false);
  const [opened, setOpened] = useState(/** @type {Set<string>} */ (new Set()));
  const window = windowOf(params.window);
  /** @type {Flow[]} */
  const flows = data.flows.filter((f) =>
    matches(wanted, typeName(f.senderType, f.senderAddress), f.messageType, typeName(f.receiverType)),
  );
  const fold = folding(flows, data.actors, opened);
  const folded = flows.map((f) => ({
    ...f,
    senderType: f.senderAddress ? f.senderType : fold(f.senderType),
    receiverType: fold(f.receiverType),
    own: f,
  }));
  const short = shortNames(typesOf(folded));
  const nameOf = (type, address) =>
    isSpace(type) ? boxName(type) : isType(type) && !address ? short(type) : typeName(type, address);
  const stateOf = statesOf(data, status, fold);
  // Messages inside of a group are no arrow.
  const drawn = folded.filter((f) => !isSpace(f.senderType) || f.senderType !== f.receiverType);
  const all = new Set(drawn.map(idOf)).size;
  const most = isWhole ? MOST : READ;
  const own = folded.filter((f) => isOf(chosen, f));
  const choices = {
    dagre: data.dagre,
    flows: drawn,
    ...{ most, stateOf, nameOf, chosen, onChoose: setChosen },
    onOpen: (space) => setOpened(new Set([...opened, space])),
  };
  const others = `Show ${isWhole ? `${READ} only` : all > MOST ? MOST : 'all'}`;
  const left = Math.min(all, most) < all ? `The map has the busiest ${most} of ${all} arrows. ` : '';
  const omitted = data.omitted ? `, the busiest; ${count(data.omitted)} more were left out` : '';
  return html`
    <section class="panel" aria-label="Map">
      <div class="head choices">
        <h3>Map</h3>
        <${Tools} params=${params} window=${window} />
      </div>
      ${
        drawn.length === 0
          ? html`<p class="empty">No message was timed in this time.</p>`
          : isPhone
            ? html`<p class="empty">The list below has who sends what to whom. The picture needs a wider window.</p>`
            : html`<div class="split">
                <${FlowGraph} ...${choices} />
                ${chosen !== null && html`<${Side} ...${{ chosen, flows: own, nameOf, stateOf }} />`}
              </div>`
      }
      ${
        !isPhone &&
        all > READ &&
        html`<button type="button" class="more" onClick=${() => setWhole(!isWhole)}>${left}${others}</button>`
      }
      ${
        opened.size > 0 &&
        html`<button type="button" class="more" onClick=${() => setOpened(new Set())}>Fold all namespaces</button>`
      }
    </section>
    <p class="muted" role="status">
      ${
        chosen === null
          ? `${flows.length} flows in the last ${ago(data.seconds)}${omitted}. ${flows.length ? CHOOSE : ''}`
          : `${chosenName(chosen, own, nameOf)}, last ${ago(data.seconds)}: ${own.length} flows.`
      }
      ${' '}${
        chosen !== null &&
        html`<button type="button" class="plain" onClick=${() => setChosen(null)}>Show all flows</button>`
      }
    </p>
    <${Table}
      caption="Flows"
      columns=${columns}
      items=${own.map((f) => f.own)}
      keyOf=${(f) => [f.senderType, f.senderAddress, f.messageType, f.receiverType].join(' ')}
      none="No message was timed in this time."
      most=${ROWS}
      tools=${html`<${Filter} label="Type or message contains" value=${wanted} onInput=${setWanted} />`}
    />
  `;
}

function chosenName(chosen, flows, nameOf) {
  if (!chosen.includes('\n')) return nameOf(chosen);
  const [f] = flows;
  return f ? `${nameOf(f.senderType, f.senderAddress)} to ${nameOf(f.receiverType)}` : '';
}

/** The figures of a type or of an arrow. */
function Side({ chosen, flows, nameOf, stateOf }) {
  const isOne = !chosen.includes('\n');
  const arriving = isOne ? flows.filter((f) => f.receiverType === chosen) : flows;
  const sum = sumOf(arriving);
  const type = isOne ? chosen : flows[0]?.receiverType;
  const messages = [...new Set(arriving.map((f) => f.messageType))].slice(0, 5).join(', ');
  const facts = [
    ['messages/s', perSecond(sum.perSecond)],
    ...(isOne ? [['sends, messages/s', perSecond(sumOf(flows.filter((f) => f.senderType === chosen)).perSecond)]] : []),
    ['mean wait', seconds(sum.wait)],
    ['mean work', seconds(sum.work)],
    ['failures', sum.failures ? `${count(sum.failures)}: ${percent(shareOf(sum))}` : '0'],
    ['now', factsOf(stateOf(type)) || '–'],
    ['messages', messages || '–'],
  ];
  const links = [
    ...(isType(type) ? [['Its figures', typePage(type)]] : []),
    ...(isType(type) ? [['Its traces', link('traces', { actor: type })]] : []),
    ...(sum.failures ? [['Its failures', link('failures', { actor: type })]] : []),
  ];
  return html`<aside class="side-panel" aria-label="What is chosen">
    <h4><bdi>${chosenName(chosen, flows, nameOf)}</bdi></h4>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div key=${name}>
            <dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
      )}
    </dl>
    <p class="links">${links.map(([name, href]) => html`<a class="button" href=${href}>${name}</a>`)}</p>
  </aside>`;
}

// Only this view needs it.
/** @type {any} */
let dagre = null;

export const map = {
  title: 'Map',
  about:
    'Who sends what to whom. The wider an arrow, the more messages it has; of the messages of a red arrow with ✕ ' +
    'at least 1 % failed; a dashed arrow comes from another node. A box has what waits in its mailboxes and how ' +
    'busy its actors are; amber and red boxes are in trouble. “Ask” is a question from code outside actors, or ' +
    'after an await. A message counts when the actor takes it from the mailbox. When there are many types, each ' +
    'namespace is one box: choose it to open it. Rates and times are estimates from timed messages; failures are ' +
    'exact.',
  async load(/** @type {Record<string, string>} */ { window, nodes }, memory) {
    dagre ??= await import('../vendor/dagre.js');
    const infrastructure = memory.infrastructure ? 'on' : '';
    const [data, overview] = await Promise.all([
      get('flow', { window: windowOf(window), nodes, infrastructure }),
      get('overview'),
    ]);
    return { ...data, actors: overview.actors, dagre };
  },
  View: MapView,
};
