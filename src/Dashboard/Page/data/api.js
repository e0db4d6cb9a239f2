// The read API, and the one way to change something.
// @ts-check

// A sign-in that has ended is answered with a redirect, with 401 or 403, or with the page of a sign-in. ASP.NET Core
// redirects no request with this header.
const sent = { 'x-requested-with': 'XMLHttpRequest' };
const PATIENCE = 15000;

export class ApiError extends Error {
  /** @param {string} message @param {{ status?: number, retryAfter?: number, signedOut?: boolean }} [what] */
  constructor(message, { status = 0, retryAfter = 0, signedOut = false } = {}) {
    super(message);
    Object.assign(this, { status, retryAfter, signedOut });
  }
}

function isSignedOut(response, body) {
  if (response.type === 'opaqueredirect') return true;
  return !body?.problem && (response.ok || [401, 403].includes(response.status));
}

/** @param {Response} response */
async function answer(response) {
  const body = await response.json().catch(() => null);
  if (response.ok && body) return Object.assign(body, { age: Number(response.headers.get('age') ?? 0) });
  if (isSignedOut(response, body)) throw new ApiError('You are signed out.', { signedOut: true });
  throw new ApiError(body?.problem ?? `The server answers ${response.status}.`, {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after') ?? 0),
  });
}

/**
 * An answer of the read API, with its age in seconds.
 * @param {string} view
 * @param {Record<string, string | number | null | undefined>} [query]
 * @returns {Promise<any>}
 */
export async function get(view, query = {}) {
  const asked = Object.entries(query).filter(([, value]) => value);
  const params = new URLSearchParams(asked.map(([key, value]) => [key, `${value}`])).toString();
  const response = await fetch(`api/v1/${view}${params && '?'}${params}`, {
    cache: 'no-store',
    redirect: 'manual',
    headers: sent,
    signal: AbortSignal.timeout(PATIENCE),
  });
  return answer(response);
}

/**
 * Changes settings.
 * @param {string} token
 * @param {object} what
 * @returns {Promise<import('./answers.d.ts').ChangeResult>}
 */
export async function change(token, what) {
  const response = await fetch('api/v1/changes', {
    method: 'POST',
    redirect: 'manual',
    headers: { ...sent, 'content-type': 'application/json', 'x-akka-dashboard': token },
    body: JSON.stringify(what),
  });
  return answer(response);
}

/**
 * Asks what may have no answer: null for 404. Such a question is not put again for some seconds, for each would be an
 * error in the browser's console.
 */
export function unlessMissing() {
  const QUIET = 10000;
  let [key, until] = ['', 0];
  return async (view, query) => {
    const asked = JSON.stringify([view, query]);
    if (asked === key && performance.now() < until) return null;
    try {
      return await get(view, query);
    } catch (e) {
      if (e.status !== 404 && e.status !== 400) throw e;
      [key, until] = [asked, performance.now() + QUIET];
      return null;
    }
  };
}
