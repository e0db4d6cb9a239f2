// The page: what is open, by the address; what was answered; and the parts around the open view.
// @ts-check
import { html, useEffect, useMemo, useRef, useState } from '../lib/preact.js';
import { link, parse } from '../lib/links.js';
import { choose, LATEST, rangeParams, rangeWords } from '../lib/range.js';
import { get } from '../data/api.js';
import { createPoller } from '../data/poller.js';
import { views } from '../views/views.js';
import { Boundary } from './boundary.js';
import { Header } from './header.js';
import { icons } from './icon.js';
import { Navigation } from './navigation.js';
import { PageContext } from './page-context.js';
import { SignIn } from './sign-in.js';
import { Status } from './status.js';
import { ViewTitle } from './view-title.js';

const TELL = 250;

/** The view, and what is chosen in it. A time that was chosen stays chosen in all views. */
function useRoute() {
  const range = useRef(LATEST);
  const read = () => {
    const { name, params } = parse(location.hash);
    const view = views[name] ? name : 'overview';
    range.current = choose(params, range.current);
    const isMissing = views[view].ranged && !params.range && !params.from && range.current !== LATEST;
    const chosen = rangeParams(range.current);
    if (isMissing && Object.keys(chosen).length) {
      history.replaceState(null, '', link(view, { ...params, ...chosen }));
      return {
        view,
        params: /** @type {Record<string, string>} */ (parse(location.hash).params),
        range: range.current,
      };
    }
    return { view, params, range: range.current };
  };
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const changed = () => {
      // A link inside of the page, for example to its content, is no view.
      if (location.hash.startsWith('#/') || !location.hash) setRoute(read());
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

function usePoller() {
  const [answers, setAnswers] = useState(/** @type {any} */ (null));
  const poller = useMemo(() => createPoller((view) => get(view), setAnswers), []);
  useEffect(() => {
    const timer = setInterval(poller.tell, TELL);
    const hidden = () => poller.hide(document.hidden);
    document.addEventListener('visibilitychange', hidden);
    addEventListener('visibilitychange', hidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('visibilitychange', hidden);
    };
  }, []);
  return { answers, poller };
}

function tabTitle({ status, isInDoubt }, title) {
  if (!status) return 'Akka dashboard';
  const sign = isInDoubt ? '?' : `${icons[status.worst]}${status.count || ''}`;
  return `${sign} ${status.node.system} on ${status.node.machine} – ${title}`;
}

const nothing = { status: null, diagnosis: null, data: null, params: {}, warning: '', stale: '', signedOut: false };

export function App() {
  const { view, params, range } = useRoute();
  const { answers, poller } = usePoller();
  const [isPaused, setPaused] = useState(false);
  const [infrastructure, setInfrastructure] = useState(false);
  const memory = useMemo(() => ({ infrastructure }), [view]);
  memory.infrastructure = infrastructure;
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const isFirst = useRef(true);
  const { title, about, load, View, ranged } = views[view];
  const { status, diagnosis, data, warning, stale, signedOut } = answers ?? nothing;
  // An answer can be that of the view before.
  const isReady = status != null && data != null && answers.view === view;

  useEffect(() => {
    poller.look({ name: view, params, load: (asked, told) => load(asked, memory, told) });
  }, [view, JSON.stringify(params), infrastructure]);
  useEffect(() => {
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [view]);
  useEffect(() => {
    document.title = tabTitle(answers ?? nothing, title);
  });

  const page = {
    status,
    now: status?.now ?? '',
    range,
    params: isReady ? answers.params : params,
    view,
    refresh: poller.refresh,
    infrastructure,
    showInfrastructure: setInfrastructure,
  };
  const pause = () => {
    setPaused(!isPaused);
    poller.pause(!isPaused);
  };
  return html`<${PageContext.Provider} value=${page}>
    <a class="skip" href="#main" onClick=${(e) => focusMain(e, main)}>Skip to the content</a>
    <${Header} status=${status} isPaused=${isPaused} onPause=${pause} />
    <${Navigation} view=${view} status=${status} />
    <main id="main" tabindex="-1" ref=${main} class=${stale === 'all' ? 'stale' : ''}>
      ${warning && html`<p id="lost" class="notice bad" role="alert">${warning}</p>`}
      ${signedOut && html`<${SignIn} />`}
      ${
        status
          ? html`<${Boundary} what="The status" answer=${status}>
              <${Status}
                ...${{ status, diagnosis, isWhole: view === 'overview', failures: isReady ? data.failing : undefined }}
              />
            <//>`
          : !signedOut && html`<${NoStatus} />`
      }
      <${ViewTitle} ...${{ view, title: titleOf(view, title, params), about, isSeen: isReady }}>
        <${ChosenTime} ...${{ range, ranged, view, params }} />
      <//>
      ${!isReady && !signedOut && html`<p id="loading" class="muted" role="status">Loading …</p>`}
      <div id="view" class=${stale === 'view' ? 'stale' : ''}>
        ${
          isReady &&
          html`<${Boundary} key=${view} what="This view" answer=${data}>
            <${View} data=${data} params=${page.params} memory=${memory} />
          <//>`
        }
      </div>
    </main>
  <//>`;
}

const NoStatus = () =>
  html`<section class="panel" aria-label="Status"><p class="empty">Loading the status …</p></section>`;

const titleOf = (view, title, params) => (view === 'type' && params.name ? params.name : title);

function focusMain(e, main) {
  e.preventDefault();
  main.current?.focus();
}

function ChosenTime({ range, ranged, view, params }) {
  const words = rangeWords(range);
  if (!words) return null;
  const { range: _, from, to, ...rest } = params;
  return html`<p class="time">
    <span>${words}${ranged ? '' : '; this view shows what is now'}</span>${' '}
    <a href=${link(view, { ...rest, range: '5m' })}>Back to now</a>
  </p>`;
}
