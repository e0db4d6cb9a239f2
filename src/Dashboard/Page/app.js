// Which view is shown, by the address after #/; and the questions that are asked once a second: the status and the view's own.
import { el, text, show, attr } from './dom.js';
import { get } from './api.js';
import { statusLine, healthIcon } from './status.js';
import { ago, time, uptime } from './format.js';
import { whyLine } from './why.js';
import { overview } from './overview.js';
import { flow } from './flow.js';
import { type } from './type.js';
import { actors } from './actors.js';
import { mailboxes } from './mailboxes.js';
import { failures } from './failures.js';
import { traces } from './traces.js';
import { dispatchers } from './dispatchers.js';
import { lost } from './lost.js';
import { logs } from './logs.js';
import { cluster } from './cluster.js';
import { settings } from './settings.js';

const $ = id => document.getElementById(id);
const views = { __proto__: null, overview, flow, type, actors, mailboxes, failures, traces, dispatchers, lost, logs, cluster, settings };
const links = new Map(), status = statusLine($('status')), why = whyLine($('why'));
const OLD = 5;
let shown = null, round = 0, timer = 0, paused = false, arrived = null, told = null;

for (const [name, view] of Object.entries(views)) {
  if (view.hidden) continue;
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
    text($('about'), shown.view.about);
    for (const [other, link] of links) other === name ? attr(link, 'aria-current', 'page') : link.removeAttribute('aria-current');
    if (focus) $('main').focus({ preventScroll: true });
  }
  shown.params = params;
  text($('title'), params.name && name === 'type' ? params.name : shown.view.title);
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  const mine = ++round, { view, state, params } = shown;
  let pause = 1000;
  if (!document.hidden) {
    const began = performance.now();
    // A page that comes back after hours shows it at once, not only when an answer is late.
    if (arrived && $('lost').hidden && Date.now() - arrived > 1000 * OLD) notice(`${latest()}; asking again.`);
    // The status is shown also when the view is refused: it is refused last.
    const [health, cause, data] = await Promise.allSettled([get('status'), get('diagnosis'), view.load(params, state)]);
    if (mine !== round) return;
    const failed = [health, cause, data].find(answer => answer.status === 'rejected')?.reason;
    told = health.value ?? told;
    const broken = [
      health.value && draw('The status', () => { showNode(told); status(told, shown.name === 'overview'); }),
      cause.value && told && draw('The diagnosis', () => why(cause.value, told.now)),
      data.value && told && draw('This view', () => view.show(state, data.value, params, told)),
    ].find(Boolean);
    if (!failed) arrived = Date.now();
    if (failed) {
      console.debug(failed);
      const lost = failed.status || failed.signedOut ? failed.message : 'Connection lost.';
      notice(failed.signedOut ? `${lost} ${latest()}.` : `${lost} ${latest()}; trying again.`, !!health.value);
    } else if (broken) {
      notice(broken, true);
    } else {
      const age = Math.max(told.age, data.value.age ?? 0);
      notice(age > OLD ? `These figures are ${age} s old: the application is busy.` : '');
    }
    show($('signin'), !!failed?.signedOut);
    // A busy server is asked less often, but often enough that it goes on observing.
    pause = Math.min(5000, Math.max(1000, 5 * (performance.now() - began), 1000 * (failed?.retryAfter ?? 0)));
  }
  if (!paused) timer = setTimeout(refresh, pause);
}

// What an answer contains must not look like a lost connection.
function draw(what, how) {
  try { how(); } catch (e) { console.debug(e); return `${what} could not be drawn: ${e.message}`; }
}

const latest = () => arrived ? `The figures below arrived at ${time(arrived)}, ${ago((Date.now() - arrived) / 1000)} ago` : 'Nothing has arrived yet';

function notice(words, isStatusFresh) {
  text($('lost'), words); show($('lost'), words !== '');
  document.body.classList.toggle('stale', words !== '' && !isStatusFresh);
  $('view').classList.toggle('stale', words !== '' && !!isStatusFresh);
  // The title of the tab must not show an old verdict either.
  if (words && arrived && !isStatusFresh) document.title = document.title.replace(/^\S+/, '?');
}

function showNode({ node, now, health, troubles, cluster: isOfCluster }) {
  show(links.get('cluster').parentNode, isOfCluster);
  text($('system'), node.system);
  text($('node'), `${node.address} on ${node.machine}, process ${node.processId} · ${node.application} ${node.version ?? ''} · up ${uptime(now, node.startedAt)} · ${paused ? `paused at ${time(now)}` : time(now)}`);
  document.title = `${healthIcon(health)}${troubles.length || ''} ${node.system} on ${node.machine} – ${shown.view.title}`;
}

$('pause').onclick = () => {
  paused = !paused;
  text($('pause'), paused ? 'Resume' : 'Pause'); attr($('pause'), 'aria-pressed', paused);
  refresh();
};
addEventListener('hashchange', () => { if (location.hash.startsWith('#/') || !location.hash) open(true); });
addEventListener('visibilitychange', () => { if (!document.hidden && !paused) refresh(); });
open(false);
