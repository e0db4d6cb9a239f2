// Names of others are shown as they are: each is a unit of its own direction, so that a character in it turns nothing
// round. What has a page is a link to it.
// @ts-check
import { html } from '../lib/preact.js';
import { actorPage, isActor, isType, tracePage, typePage } from '../lib/links.js';
import { typeName } from '../lib/words.js';

/** A name that is too long for its place breaks where one of its parts begins. */
const broken = (name, before) => name.split(before).map((part, i) => html`${i > 0 && html`<wbr />`}${part}`);

/** @param {{ name: string, href?: string | null, class?: string, title?: string }} props */
export function Name({ name, href, class: className, title = name }) {
  const words = broken(name, /(?<=[.+])(?!\d)/);
  return href
    ? html`<a class=${className} href=${href} title=${title} aria-label=${name}><bdi>${words}</bdi></a>`
    : html`<bdi class=${className} title=${title}>${words}</bdi>`;
}

/** An actor type; of names that are no types, their words. */
export function TypeName({ type, address = null, none = '–' }) {
  if (!type) return none;
  const isReal = isType(type) && !address;
  return html`<${Name} name=${typeName(type, address)} href=${isReal ? typePage(type) : null} />`;
}

/** A path of an actor, which breaks before its slashes. */
export function ActorName({ path, name = typeName(path) }) {
  if (!path) return '–';
  const parts = broken(name, /(?=\/)/);
  const href = isActor(path) ? actorPage(path) : null;
  return href
    ? html`<a class="path" href=${href} title=${path} aria-label=${name}><bdi>${parts}</bdi></a>`
    : html`<bdi class="path" title=${path}>${parts}</bdi>`;
}

const GONE = 'is no longer kept here: search for it in your tracing backend';

/** A trace that the page shows, or only its id. */
export function TraceName({ trace, kept = true, none = 'In no trace' }) {
  if (!trace) return html`<span title=${none}>–</span>`;
  const short = trace.slice(0, 8);
  return kept
    ? html`<a class="id" href=${tracePage(trace)} title=${trace}>${short}…</a>`
    : html`<span class="id" title="${trace} ${GONE}">${short}…</span>`;
}
