// Asks once a second: the status, its causes, and what the open view wants. Knows how old all of it is, and says so.
// @ts-check
import { ago, time } from '../lib/format.js';

/** @import { Status, Diagnosis } from './answers.d.ts' */
/**
 * @typedef {object} Asked What is open: its key changes with the view, its params with what is chosen in it.
 * @property {string} name
 * @property {Record<string, string>} params
 * @property {(params: Record<string, string>, status: Status | null) => Promise<any>} load
 */
/**
 * @typedef {object} Answers
 * @property {Status | null} status
 * @property {Diagnosis | null} diagnosis
 * @property {any} data A view's; null before its first answer.
 * @property {string} view The name of that view.
 * @property {Record<string, string>} params Those for which data was asked.
 * @property {string} warning What is wrong with the answers; empty when nothing is.
 * @property {'' | 'view' | 'all'} stale What of the page is old.
 * @property {boolean} isInDoubt The verdict is old, too.
 * @property {boolean} signedOut
 * @property {boolean} paused
 */

const OLD = 5;
// A hidden page asks so often, for so long (ms): what happens while somebody is in another tab is there afterwards.
const HIDDEN_PAUSE = 5000;
const HIDDEN_FOR = 300000;
const SLOWEST = 3000;

/**
 * @param {(view: string) => Promise<any>} get
 * @param {(answers: Answers) => void} changed
 */
export function createPoller(get, changed) {
  /** @type {Answers} */
  let shown = {
    status: null,
    diagnosis: null,
    data: null,
    view: '',
    params: {},
    warning: '',
    stale: '',
    isInDoubt: false,
    signedOut: false,
    paused: false,
  };
  /** @type {Asked | null} */
  let asked = null;
  let [round, timer, hiddenAt, toldAt, arrivedAt] = [0, 0, 0, 0, 0];
  /** @type {{ words: string, then: string, isStatusFresh: boolean, isWhole?: boolean } | null} */
  let problem = null;

  function show(parts) {
    shown = { ...shown, ...parts };
    changed(shown);
  }

  const latest = () =>
    arrivedAt
      ? `The figures below arrived at ${time(arrivedAt)}, ${ago((Date.now() - arrivedAt) / 1000)} ago`
      : 'Nothing has arrived yet';

  // By the page's own clock: an answer that does not come is no reason to look healthy.
  function tell() {
    const patience = 1000 * OLD + (document.hidden ? HIDDEN_PAUSE : 0);
    const isOld = !!arrivedAt && !shown.paused && Date.now() - arrivedAt > patience;
    const warning = problem
      ? problem.isWhole
        ? problem.words
        : `${problem.words} ${latest()}${problem.then}`
      : isOld
        ? `${latest()}; asking again.`
        : '';
    const isStatusFresh = !!problem?.isStatusFresh && Date.now() - toldAt <= 1000 * OLD;
    const stale = !warning ? '' : isStatusFresh ? 'view' : 'all';
    const isInDoubt = stale === 'all' && !!arrivedAt;
    if (warning !== shown.warning || stale !== shown.stale || isInDoubt !== shown.isInDoubt) {
      show({ warning, stale, isInDoubt });
    }
  }

  async function refresh() {
    clearTimeout(timer);
    const mine = ++round;
    if (!asked) return;
    const { name, params, load } = asked;
    if (document.hidden && performance.now() - hiddenAt > HIDDEN_FOR) return void show({ isInDoubt: true });
    const began = performance.now();
    tell();
    // The status is shown also when the view is refused: it is refused last.
    const [health, cause, data] = await Promise.allSettled([
      get('status'),
      get('diagnosis'),
      load(params, shown.status),
    ]);
    if (mine !== round) return;
    const failed = [health, cause, data].find((one) => one.status === 'rejected')?.reason;
    if (failed) console.debug(failed);
    if (health.status === 'fulfilled') toldAt = Date.now();
    if (!failed) arrivedAt = Date.now();
    const valueOf = (one, before) => (one.status === 'fulfilled' ? one.value : before);
    const [status, diagnosis] = [valueOf(health, shown.status), valueOf(cause, shown.diagnosis)];
    const age = Math.max(status?.age ?? 0, valueOf(data, null)?.age ?? 0);
    problem = failed
      ? {
          words: wordsOf(failed),
          then: failed.signedOut ? '.' : '; trying again.',
          isStatusFresh: health.status === 'fulfilled' && !failed.signedOut,
        }
      : age > OLD
        ? {
            words: `These figures are ${age} s old: the application is busy.`,
            then: '',
            isStatusFresh: false,
            isWhole: true,
          }
        : null;
    shown = { ...shown, status, diagnosis, signedOut: !!failed?.signedOut };
    if (data.status === 'fulfilled') Object.assign(shown, { data: data.value, view: name, params });
    changed(shown);
    tell();
    // A busy server is asked less often, but often enough that it goes on observing and that no figure gets old.
    const least = document.hidden ? HIDDEN_PAUSE : 1000;
    const polite = failed
      ? Math.min(5000, 1000 * (failed.retryAfter ?? 0))
      : Math.min(SLOWEST, 5 * (performance.now() - began));
    if (!shown.paused) timer = window.setTimeout(refresh, Math.max(least, polite));
  }

  return {
    refresh,
    /** Called a few times a second. */
    tell: () => void (document.hidden || tell()),
    /** Another view, or something else in it, is wanted. @param {Asked} next */
    look(next) {
      const isOther = asked?.name !== next.name;
      asked = next;
      if (isOther) show({ data: null });
      return refresh();
    },
    pause(paused) {
      show({ paused });
      // What is on its way would change a page that is to stay as it is, unless the view has nothing to show yet.
      if (!paused || !shown.data) return void refresh();
      clearTimeout(timer);
      round++;
    },
    /** The page is hidden, or visible again. */
    hide(isHidden) {
      if (isHidden) hiddenAt = performance.now();
      else if (!shown.paused) refresh();
    },
  };
}

function wordsOf(failed) {
  if (failed.status === 503 && failed.retryAfter) return 'The application is too busy to answer this page.';
  if (failed.status || failed.signedOut) return failed.message;
  return failed.name === 'TimeoutError' ? 'The application does not answer in time.' : 'Connection lost.';
}
