// The tree of actors: the children of one, or what a search has found; and one actor with its last messages.
// @ts-check
import { html, useEffect, useState } from '../lib/preact.js';
import { count, duration, perSecond, seconds, some, when } from '../lib/format.js';
import { link } from '../lib/links.js';
import { unlessMissing } from '../data/api.js';
import { ActorState } from '../components/actor-state.js';
import { Field } from '../components/field.js';
import { ActorName, TypeName } from '../components/names.js';
import { Table } from '../components/table.js';

/** @import { Actors as Answer } from '../data/answers.d.ts' */

const MANY = 1000;
// m2 comes before m10.
const byName = new Intl.Collator(undefined, { numeric: true });

/** @returns {import('../components/table.js').Column[]} */
const columnsOf = (isSearch) => [
  {
    head: 'Actor',
    class: isSearch ? 'path' : '',
    sort: (a) => (isSearch ? a.path : a.name),
    value: (a) => html`<${ActorName} path=${a.path} name=${isSearch ? a.path : a.name} />`,
  },
  { head: 'type', class: 'name', sort: (a) => a.type ?? '', value: (a) => html`<${TypeName} type=${a.type} />` },
  { head: 'state', value: (a) => (a.instrumented ? a.state : `${a.state}, not instrumented`) },
  {
    head: 'waiting',
    num: true,
    phone: true,
    value: (a) => count(a.depth),
    sort: (a) => a.depth,
    bar: (a) => a.depth,
    kind: 'wait',
    least: 20,
  },
  {
    head: 'oldest message',
    num: true,
    value: (a) => seconds(a.oldestSeconds),
    sort: (a) => a.oldestSeconds,
    bar: (a) => a.oldestSeconds,
    kind: 'age',
    least: 1,
  },
  { head: 'messages/s', num: true, value: (a) => perSecond(a.perSecond), sort: (a) => a.perSecond },
  {
    head: 'messages',
    num: true,
    title: 'Handled since metrics were first collected',
    value: (a) => count(a.messages),
    sort: (a) => a.messages,
  },
  {
    head: 'failures of its type, 60 s',
    num: true,
    value: (a) => count(a.typeFailures),
    isBad: (a) => a.typeFailures > 0,
  },
  {
    head: 'children',
    num: true,
    value: (a) => (a.children === MANY ? `${MANY} or more` : count(a.children)),
    sort: (a) => a.children,
  },
];

/** @type {import('../components/table.js').Column[]} */
const messageColumns = [
  { head: 'message', value: (m) => m.messageType },
  { head: 'from', value: (m) => html`<${ActorName} path=${m.senderPath} />` },
  { head: 'at', title: 'When the actor got it', value: (m) => when(m.startedAt), phone: true },
  { head: 'wait', num: true, title: 'Known for messages with a timestamp', value: (m) => duration(m.waitUs) },
  { head: 'work', num: true, value: (m) => duration(m.workUs) },
  { head: 'outcome', value: (m) => m.outcome, phone: true, isBad: (m) => m.outcome === 'failed' },
];

function Form({ path, find }) {
  const [wanted, setWanted] = useState({ path, find });
  useEffect(() => setWanted({ path, find }), [path, find]);
  const submit = (e) => {
    e.preventDefault();
    location.hash = link('actors', { path: wanted.path.trim(), find: wanted.find.trim() });
  };
  const input = (key) => (e) => setWanted({ ...wanted, [key]: e.target.value });
  return html`<form class="form" role="search" aria-label="Actors" onSubmit=${submit}>
    <${Field} label="Below path" name="path" value=${wanted.path} onInput=${input('path')} />
    <${Field} label="Name or type contains" name="find" value=${wanted.find} onInput=${input('find')} />
    <button type="submit" class="main">Search</button>
  </form>`;
}

function Crumbs({ path }) {
  const parts = path.split('/').filter(Boolean);
  return html`<nav class="crumbs" aria-label="Path">
    <ol>
      ${parts.map((part, i) => {
        const here = `/${parts.slice(0, i + 1).join('/')}`;
        const current = i === parts.length - 1 ? 'location' : undefined;
        return html`<li key=${here}>
          <a href=${link('actors', { path: here })} aria-current=${current}><bdi>${part}</bdi></a>
        </li>`;
      })}
    </ol>
  </nav>`;
}

/** @param {Answer} data */
function summaryOf(data, path, find) {
  if (data.count == null) {
    const stopped = `; the search stopped after ${count(data.looked)} actors, so choose a longer path`;
    return `${some(data.actors.length, 'actor')}${data.cut ? stopped : ', and there are more'}.`;
  }
  return find || path === '/user' ? `${some(data.count, 'actor')}.` : `${some(data.count, 'child', 'children')}.`;
}

function Actors({ data, params }) {
  const { find = '', after } = params;
  const path = params.path || '/user';
  if (data.missing) {
    return html`<${Form} path=${path} find=${find} /><${Crumbs} path=${path} />
      <p class="notice plain" role="status">
        No actor lives at this path now. It may have stopped, or moved to another node.
      </p>`;
  }
  // What stands above all others has nothing of its own to say.
  const hasSelf = data.self && !find && path.lastIndexOf('/') > 0;
  const isTree = !find && !after && !data.next;
  const rows = isTree ? [...data.actors].sort((a, b) => byName.compare(a.name, b.name)) : data.actors;
  return html`
    <${Form} path=${path} find=${find} />
    <${Crumbs} path=${path} />
    ${
      hasSelf &&
      html`<${Table}
        caption="This actor"
        columns=${columnsOf(false)}
        items=${[data.self]}
        keyOf=${(a) => a.path}
        none=""
      />`
    }
    ${hasSelf && html`<${ActorState} key=${path} path=${path} />`}
    ${
      data.lastMessages &&
      !find &&
      html`<${Table}
        caption="Last messages, the latest first"
        columns=${messageColumns}
        items=${data.lastMessages.map((m, i) => ({ ...m, i }))}
        keyOf=${(m) => m.i}
        none="It has had none."
      />`
    }
    <p class="muted" role="status">${summaryOf(data, path, find)}</p>
    <${Table}
      caption=${hasSelf ? 'Children' : 'Actors'}
      columns=${columnsOf(!!find)}
      items=${rows}
      keyOf=${(a) => a.path}
      none=${hasSelf ? 'It has none.' : 'There are none.'}
    />
    <nav class="pages" aria-label="Pages">
      ${after && html`<a class="button" href=${link('actors', { path, find })}>First page</a>`}
      ${data.next && html`<a class="button" href=${link('actors', { path, find, after: data.next })}>Next page</a>`}
    </nav>
  `;
}

export const actors = {
  title: 'Actors',
  about:
    'The tree of actors, 50 on a page. Choose a name to see its children. A search covers everything below the ' +
    'path.',
  async load(params, memory) {
    memory.ask ??= unlessMissing();
    const { path, find, after } = params;
    return (await memory.ask('actors', { path: path || '/user', find, after })) ?? { missing: true };
  },
  View: Actors,
};
