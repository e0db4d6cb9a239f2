// The addresses of the views. Each view, type, actor, trace and time has one.
// @ts-check

/**
 * An address; what is empty, or the name of no type, chooses nothing.
 * @param {string} view
 * @param {Record<string, string | number | null | undefined | false>} [params]
 */
export function link(view, params = {}) {
  const chosen = Object.entries(params).filter(([, value]) => value && !`${value}`.startsWith('_'));
  const query = new URLSearchParams(chosen.map(([key, value]) => [key, `${value}`])).toString();
  return `#/${view}${query && '?'}${query}`;
}

export const typePage = (type) => link('type', { name: type });
export const actorPage = (path) => link('actors', { path });
export const tracePage = (id) => link('traces', { id });

/** Names that begin with an underscore are no types. */
export const isType = (name) => !!name && !name.startsWith('_');

/** Only of these the page shows anything. */
export const isActor = (path) => /^\/(user|system)(\/|$)/.test(path ?? '');

/** The page of another node, if it told an address that a browser may open. */
export function pageOf(address, hash = '') {
  if (!/^https?:\/\//.test(address ?? '') || !URL.canParse(address)) return null;
  return new URL(hash, address).href;
}

/** @param {string} hash */
export function parse(hash) {
  const [name, query = ''] = hash.replace(/^#?\/?/, '').split('?');
  return { name, params: /** @type {Record<string, string>} */ (Object.fromEntries(new URLSearchParams(query))) };
}
