// A sign-in leads to the page's address without the part after #. The view that was open is kept for it.
// @ts-check
import { html } from '../lib/preact.js';

const KEY = 'akka-dashboard.back';
const KEPT_FOR = 15 * 60 * 1000;

/** Opens the view that was open before the sign-in. */
export function comeBack() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (kept && !location.hash && Date.now() - kept.at < KEPT_FOR) history.replaceState(null, '', kept.hash);
  } catch {
    // Nothing was kept.
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ hash: location.hash, at: Date.now() }));
  } catch {
    // Then the overview is opened.
  }
}

export const SignIn = () =>
  html`<p class="notice bad"><a href="./" onClick=${keep}>Reload this page to sign in</a></p>`;
