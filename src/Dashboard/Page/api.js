// The read API, and the one way to change something.

async function answer(response) {
  const body = await response.json();
  if (!response.ok) throw Object.assign(new Error(body.problem ?? response.statusText), { status: response.status });
  return Object.assign(body, { age: Number(response.headers.get('age') ?? 0) });
}

export const get = (view, query = {}) => {
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  return fetch(`api/v1/${view}${asked && '?'}${asked}`, { cache: 'no-store', signal: AbortSignal.timeout(15000) }).then(answer);
};

export const change = (token, what) => fetch('api/v1/changes', {
  method: 'POST', headers: { 'content-type': 'application/json', 'x-akka-dashboard': token }, body: JSON.stringify(what),
}).then(answer);
