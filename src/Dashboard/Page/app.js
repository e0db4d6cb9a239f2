// Which view is shown, by the address after #/; and the questions that are asked once a second: the status, its causes and the view's own.
import { text, show, attr } from './dom.js';
import { get } from './api.js';
import { statusLine, healthIcon } from './status.js';
import { ago, time, uptime } from './format.js';
import { navigation } from './nav.js';
import { remembered, startTheme } from './theme.js';
import { chooseTime, timeWords } from './range.js';
import { overview } from './overview.js';
import { flow } from './flow.js';
import { type } from './type.js';
import { actors } from './actors.js';
import { mailboxes } from './mailboxes.js';
import { failures } from './failures.js';
import { traces } from './traces.js';
import { dispatchers } from './dispatchers.js';
import { lost } from './lost.js';
import { timeline } from './timeline.js';
import { logs } from './logs.js';
import { cluster } from './cluster.js';
import { settings } from './settings.js';

const $ = id => document.getElementById(id);
// In groups, as the navigation shows them.
const groups = [{ overview, map: flow, traces }, { actors, mailboxes, threads: dispatchers }, { timeline, failures, lost, logs }, { cluster, settings }];
const views = Object.assign({ __proto__: null, type }, ...groups);
const nav = navigation($('views'), $('menu'), groups), status = statusLine($('status')), seenHelp = remembered('help');
const OLD = 5;
// A hidden page asks so often, for so long (ms): what happens while somebody is in another tab is there afterwards.
const HIDDEN_PAUSE = 5000, HIDDEN_FOR = 300000;
let hiddenAt = 0, shown = null, round = 0, timer = 0, paused = false, arrived = null, toldAt = 0, told = null, answer = null, problem = null;

startTheme($('theme'));

const route = () => {
  const [name, query = ''] = location.hash.slice(2).split('?');
  return { name: views[name] ? name : 'overview', params: Object.fromEntries(new URLSearchParams(query)) };
};

function open(focus) {
  const { name, params } = route();
  // The time that was chosen is that of all views.
  const chosen = chooseTime(params), { range, from, to, ...rest } = params;
  if (views[name].ranged && !range && !from && Object.keys(chosen).length) {
    Object.assign(params, chosen);
    history.replaceState(null, '', `#/${name}?${new URLSearchParams(params)}`);
  }
  text($('time').firstChild, timeWords() && `${timeWords()}${views[name].ranged ? '' : '; this view shows what is now'}`); show($('time'), timeWords() !== '');
  attr($('time').lastChild, 'href', `#/${name}?${new URLSearchParams({ ...rest, range: '5m' })}`);
  if (shown?.name !== name) {
    $('view').replaceChildren();
    shown = { name, view: views[name], state: views[name].make($('view'), { refresh }) };
    // Nothing is claimed before there is an answer.
    show($('view'), false); show($('loading'), true);
    text($('about'), shown.view.about);
    help(!seenHelp.has(name));
    nav.choose(name);
    if (focus) $('main').focus({ preventScroll: true });
  }
  shown.params = params;
  text($('title'), params.name && name === 'type' ? params.name : shown.view.title);
  refresh();
}

function help(isOpen) {
  show($('about'), isOpen); attr($('help'), 'aria-expanded', isOpen);
}

async function refresh() {
  clearTimeout(timer);
  const mine = ++round, { view, state, params, name } = shown;
  if (document.hidden && performance.now() - hiddenAt > HIDDEN_FOR) return void doubt();
  const began = performance.now();
  tell();
  // The status is shown also when the view is refused: it is refused last.
  const [health, cause, data] = await Promise.allSettled([get('status'), get('diagnosis'), view.load(params, state)]);
  if (mine !== round) return;
  const failed = [health, cause, data].find(answer => answer.status === 'rejected')?.reason;
  told = health.value ?? told;
  if (health.value) toldAt = Date.now();
  answer = cause.value ?? answer;
  const broken = [
    health.value && draw('The status', () => { showNode(told); nav.count(told); status(told, answer, name === 'overview'); }),
    data.value && told && draw('This view', () => { show($('loading'), false); show($('view'), true); view.show(state, data.value, params, told); seenHelp.add(name); }),
  ].find(Boolean);
  if (!failed) arrived = Date.now();
  if (failed) console.debug(failed);
  const age = Math.max(told?.age ?? 0, data.value?.age ?? 0);
  problem = failed ? { words: failed.status || failed.signedOut ? failed.message : failed.name === 'TimeoutError' ? 'The application does not answer in time.' : 'Connection lost.', then: failed.signedOut ? '.' : '; trying again.', isStatusFresh: !!health.value && !failed.signedOut }
    : broken ? { whole: broken, isStatusFresh: true }
    : age > OLD ? { whole: `These figures are ${age} s old: the application is busy.` } : null;
  tell();
  show($('signin'), !!failed?.signedOut);
  // Who is signed out waits for nothing.
  if (failed?.signedOut) { show($('loading'), false); show($('status'), !!told); }
  // A busy server is asked less often, but often enough that it goes on observing and that no figure gets old.
  const least = document.hidden ? HIDDEN_PAUSE : 1000;
  const pause = Math.max(least, failed ? Math.min(5000, 1000 * (failed.retryAfter ?? 0)) : Math.min(3000, 5 * (performance.now() - began)));
  if (!paused) timer = setTimeout(refresh, pause);
}

// What an answer contains must not look like a lost connection.
function draw(what, how) {
  try { how(); } catch (e) { console.debug(e); return `${what} could not be drawn: ${e.message}`; }
}

const latest = () => arrived ? `The figures below arrived at ${time(arrived)}, ${ago((Date.now() - arrived) / 1000)} ago` : 'Nothing has arrived yet';

// By the page's own clock: an answer that does not come is no reason to look healthy.
function tell() {
  const isOld = arrived && !paused && Date.now() - arrived > 1000 * OLD + (document.hidden ? HIDDEN_PAUSE : 0);
  const words = problem ? problem.whole ?? `${problem.words} ${latest()}${problem.then}` : isOld ? `${latest()}; asking again.` : '';
  const isStatusFresh = !!problem?.isStatusFresh && Date.now() - toldAt <= 1000 * OLD;
  text($('lost'), words); show($('lost'), words !== '');
  document.body.classList.toggle('stale', words !== '' && !isStatusFresh);
  $('view').classList.toggle('stale', words !== '' && isStatusFresh);
  if (words && arrived && !isStatusFresh) doubt();
}

// The title of the tab must not show an old verdict either.
function doubt() { document.title = document.title.replace(/^\S+/, '?'); }

function showNode({ node, now, worst, count }) {
  text($('system'), node.system);
  text($('node'), `${node.address} on ${node.machine}, process ${node.processId} · ${node.application} ${node.version ?? ''} · up ${uptime(now, node.startedAt)} · ${paused ? `paused at ${time(now)}` : time(now)}`);
  document.title = `${healthIcon(worst)}${count || ''} ${node.system} on ${node.machine} – ${shown.view.title}`;
}

$('pause').onclick = () => {
  paused = !paused;
  text($('pause'), paused ? 'Resume' : 'Pause'); attr($('pause'), 'aria-pressed', paused);
  refresh();
};
$('help').onclick = () => help($('about').hidden);
addEventListener('hashchange', () => { if (location.hash.startsWith('#/') || !location.hash) open(true); });
addEventListener('visibilitychange', () => {
  if (document.hidden) hiddenAt = performance.now();
  else if (!paused) refresh();
});
setInterval(() => { if (!document.hidden) tell(); }, 250);
open(false);
