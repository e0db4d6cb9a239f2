import { el, text, attr, show, table, linked, field } from './dom.js';
import { count, duration, perSecond, seconds, when } from './format.js';
import { get } from './api.js';
import { typeColumn } from './status.js';

const address = params => `#/actors?${new URLSearchParams(Object.entries(params).filter(([, value]) => value))}`;

export const actors = {
  title: 'Actors',
  about: 'The tree of actors, 50 on a page. Choose a name to see the children; a search looks at everything below the path.',
  async load(params) {
    try { return await get('actors', { path: params.path || '/user', find: params.find, after: params.after }); }
    catch (e) { if (e.status === 404 || e.status === 400) return { path: params.path, actors: [], problem: e.status === 404 ? 'No actor lives at this path.' : e.message }; throw e; }
  },
  make(root) {
    const state = {}, form = el('form', root, 'form');
    attr(form, 'role', 'search');
    state.path = field(form, 'Below path', 'path'); state.find = field(form, 'Name or type contains', 'find');
    el('button', form, 'main', 'Search').type = 'submit';
    form.onsubmit = e => { e.preventDefault(); location.hash = address({ path: state.path.value.trim(), find: state.find.value.trim() }); };
    const crumbs = el('nav', root, 'crumbs'); attr(crumbs, 'aria-label', 'Path'); state.crumbs = el('ol', crumbs);
    state.summary = el('p', root, 'muted'); attr(state.summary, 'role', 'status');
    const columns = [
      linked('Actor', a => state.searched ? a.path : a.name, a => address({ path: a.path })),
      typeColumn(a => a.type),
      { head: 'state', value: a => a.instrumented ? a.state : `${a.state}, not instrumented` },
      { head: 'waiting', num: true, value: a => count(a.depth), bar: a => a.depth, kind: 'wait', least: 20 },
      { head: 'oldest message', num: true, value: a => seconds(a.oldestSeconds), bar: a => a.oldestSeconds, kind: 'age', least: 1 },
      { head: 'messages/s', num: true, value: a => perSecond(a.perSecond) },
      { head: 'messages', num: true, value: a => count(a.messages), title: 'Handled while somebody listened to the metrics' },
      { head: 'failures of its type, 60 s', num: true, update: (cell, a) => { text(cell, count(a.typeFailures)); cell.classList.toggle('hit', a.typeFailures > 0); } },
      { head: 'children', num: true, value: a => a.children === 1000 ? '1000 or more' : count(a.children) },
    ];
    state.self = el('div', root); state.selfTable = table(state.self, 'This actor', columns, '');
    state.table = table(root, 'Actors', columns, 'There are none.');
    state.last = el('div', root);
    state.lastTable = table(state.last, 'Last messages, the latest first', [
      { head: 'message', value: m => m.type },
      { head: 'from', value: m => m.sender ?? '–' },
      { head: 'at', value: m => when(m.at), title: 'When the actor got it' },
      { head: 'waited', num: true, value: m => duration(m.waitUs), title: 'Known for what was sent while somebody listened to spans or durations' },
      { head: 'worked', num: true, value: m => duration(m.durationUs) },
      { head: 'outcome', value: m => m.outcome },
    ], 'It has had none.');
    const pages = el('nav', root, 'pages'); attr(pages, 'aria-label', 'Pages');
    state.first = el('a', pages, 'button', 'First page'); state.next = el('a', pages, 'button', 'Next page');
    return state;
  },
  show(state, data, params) {
    const path = params.path || '/user', place = `${path} ${params.find ?? ''}`;
    if (state.place !== place) {
      state.place = place; state.path.value = path; state.find.value = params.find ?? '';
      const parts = path.split('/').filter(Boolean);
      state.crumbs.replaceChildren(...parts.map((part, i) => {
        const li = el('li'), link = el('a', li, '', part);
        link.href = address({ path: `/${parts.slice(0, i + 1).join('/')}` });
        if (i === parts.length - 1) attr(link, 'aria-current', 'location');
        return li;
      }));
    }
    state.searched = !!params.find;
    text(state.summary, data.problem ?? (data.count == null ? `${count(data.actors.length)} actors${data.cut ? `; the search stopped after ${count(data.looked)} actors, so choose a longer path` : ', and there are more'}.` : params.find || path === '/user' ? `${count(data.count)} ${data.count === 1 ? 'actor' : 'actors'}.` : `${count(data.count)} ${data.count === 1 ? 'child' : 'children'}.`));
    // What stands above all others has nothing of its own to say.
    const self = data.self && !params.find && path.lastIndexOf('/') > 0 ? [data.self] : [];
    show(state.self, self.length > 0); state.selfTable(self, a => a.path);
    state.table(data.actors, a => a.path);
    show(state.last, !!data.lastMessages && !params.find);
    state.lastTable(data.lastMessages ?? [], (m, i) => i);
    show(state.first, !!params.after); attr(state.first, 'href', address({ path, find: params.find }));
    show(state.next, !!data.next); attr(state.next, 'href', address({ path, find: params.find, after: data.next }));
  },
};
