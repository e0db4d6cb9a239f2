// The read API, and the one way to change something.

// A sign-in that has ended is answered with a redirect, with 401 or 403, or with the page of a sign-in; ASP.NET Core redirects no request with this header.
const sent = { 'x-requested-with': 'XMLHttpRequest' };
const signedOut = (response, body) => response.type === 'opaqueredirect' || !body?.problem && (response.ok || [401, 403].includes(response.status));

// The views know the read API's fields by shorter names.
const shorter = {
  __proto__: null,
  actorType: ['actor'], actorPath: ['path', 'actor'], subject: ['path'], description: ['what'], nextStep: ['next'], summary: ['answer'],
  durationSeconds: ['seconds'], workSeconds: ['seconds'], messageType: ['message', 'type'], senderType: ['sender'], senderPath: ['sender'],
  senderAddress: ['address'], receiverType: ['receiver'], receiverPath: ['recipient'], errorType: ['error'], traceId: ['trace'], spanId: ['span'],
  parentId: ['parent'], isMessage: ['actor'], actorTypes: ['actors'], messageTypes: ['messages'], startedAt: ['since', 'at', 'began'],
  endedAt: ['ended'], at: ['time'], durationUs: ['duration', 'total'], workUs: ['work', 'durationUs'], waitUs: ['wait'], stashUs: ['stash'],
  startUs: ['start'], oldestUs: ['oldest'], waitP95Us: ['waitP95'], workP95Us: ['workP95'],
};

function shorten(value) {
  for (const key of value && typeof value === 'object' ? Object.keys(value) : []) {
    shorten(value[key]);
    for (const name of shorter[key] ?? []) if (!(name in value)) value[name] = value[key];
  }
}

async function answer(response) {
  const body = await response.json().catch(() => null), retryAfter = Number(response.headers.get('retry-after') ?? 0);
  shorten(body);
  if (response.ok && body) return Object.assign(body, { age: Number(response.headers.get('age') ?? 0) });
  if (signedOut(response, body)) throw Object.assign(new Error('You are signed out.'), { signedOut: true });
  throw Object.assign(new Error(body?.problem ?? `The server answers ${response.status}.`), { status: response.status, retryAfter });
}

export const get = (view, query = {}) => {
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  return fetch(`api/v1/${view}${asked && '?'}${asked}`, { cache: 'no-store', redirect: 'manual', headers: sent, signal: AbortSignal.timeout(15000) }).then(answer);
};

export const change = (token, what) => fetch('api/v1/changes', {
  method: 'POST', redirect: 'manual', headers: { ...sent, 'content-type': 'application/json', 'x-akka-dashboard': token }, body: JSON.stringify(what),
}).then(answer);
