// Which view is shown, by the address after #/; and the question that each view asks once a second.
import { el, text, show, attr } from './dom.js';
import { overview } from './overview.js';
import { actors } from './actors.js';
import { mailboxes } from './mailboxes.js';
import { traces } from './traces.js';
import { dispatchers } from './dispatchers.js';
import { lost } from './lost.js';
import { settings } from './settings.js';

const $ = id => document.getElementById(id);
const views = { overview, actors, mailboxes, traces, dispatchers, lost, settings };
const links = new Map();
let shown = null, round = 0, timer = 0;

for (const [name, view] of Object.entries(views)) {
  const link = el('a', el('li', $('views')), '', view.title);
  link.href = `#/${name}`;
  links.set(name, link);
}

const route = () => {
  const [name, query = ''] = location.hash.slice(2).split('?');
  return { name: views[name] ? name : 'overview', params: Object.fromEntries(new URLSearchParams(query)) };
};

function open(focus) {
  const { name, params } = route();
  if (shown?.name !== name) {
    $('view').replaceChildren();
    shown = { name, view: views[name], state: views[name].make($('view'), { refresh }) };
    text($('title'), shown.view.title);
    text($('about'), shown.view.about);
    document.title = `${shown.view.title} – Akka dashboard`;
    for (const [other, link] of links) other === name ? attr(link, 'aria-current', 'page') : link.removeAttribute('aria-current');
    if (focus) $('main').focus({ preventScroll: true });
  }
  shown.params = params;
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  const mine = ++round, { view, state, params } = shown;
  let pause = 1000;
  if (!document.hidden) {
    const began = performance.now();
    try {
      const data = await view.load(params, state);
      if (mine !== round) return;
      if (data.system) text($('system'), data.system);
      view.show(state, data, params);
      show($('lost'), false); document.body.classList.remove('stale');
    } catch (e) {
      if (mine !== round) return;
      show($('lost'), true); document.body.classList.add('stale');
      console.debug(e);
    }
    // A busy server is asked less often, but often enough that it goes on observing.
    pause = Math.min(3000, Math.max(1000, 5 * (performance.now() - began)));
  }
  timer = setTimeout(refresh, pause);
}

addEventListener('hashchange', () => { if (location.hash.startsWith('#/') || !location.hash) open(true); });
addEventListener('visibilitychange', () => { if (!document.hidden) refresh(); });
open(false);
