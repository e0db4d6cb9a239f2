// Who sends what to whom, as boxes and arrows: types, or groups of types by their namespace.
// @ts-check

/** @import { ActorType, Flow } from '../data/answers.d.ts' */
/** @typedef {{ id: string, from: string, address: string | null, to: string, perSecond: number, count: number,
 *   failures: number, messages: string[] }} Pair */

/** The names of boxes that are a namespace begin so. */
const SPACE = '_in ';
// So many types are boxes of their own; of more, namespaces are: at most so many.
const MANY = 40;
const BOXES = 40;

export const isSpace = (name) => name.startsWith(SPACE);
const spaceOf = (name) => name.slice(SPACE.length);

/** The namespace in a box's name. */
export const openName = (name) => spaceOf(name).slice(0, spaceOf(name).lastIndexOf(','));
export const boxName = (name) => (isSpace(name) ? spaceOf(name) : name);

export const typesOf = (flows) =>
  [...new Set(flows.flatMap((f) => [f.senderType, f.receiverType]))].filter((type) => !type.startsWith('_'));

export const idOf = (f) => [f.senderType, f.senderAddress ?? '', f.receiverType].join('\n');

/** The part of the messages that failed. @param {any} flow */
export const shareOf = ({ failures, messages = 0, count = messages }) =>
  failures && failures / Math.max(failures, count);

/** One arrow for each pair of types. @param {Flow[]} flows @returns {Pair[]} */
export function pairsOf(flows) {
  /** @type {Map<string, Pair>} */
  const pairs = new Map();
  for (const f of flows) {
    const id = idOf(f);
    const pair = pairs.get(id) ?? {
      ...{ id, from: f.senderType, address: f.senderAddress, to: f.receiverType },
      ...{ perSecond: 0, count: 0, failures: 0, messages: /** @type {string[]} */ ([]) },
    };
    pair.perSecond += f.perSecond;
    pair.count += f.messages;
    pair.failures += f.failures;
    pair.messages.push(f.messageType);
    pairs.set(id, pair);
  }
  return [...pairs.values()];
}

/** What all names begin with says nothing: its parts, and those that are left. */
function sharedParts(all) {
  const [first = []] = all;
  const at = first.findIndex((part, i) => all.some((space) => space[i] !== part || i === space.length - 1));
  return at < 0 ? first.length : at;
}

/**
 * Names without the namespace that all of them share.
 * @param {string[]} names
 */
export function shortNames(names) {
  const parts = names.filter((name) => name.includes('.')).map((name) => name.split('.'));
  const shared = parts.length > 1 && parts.length === names.length ? sharedParts(parts) : 0;
  return (name) => name.split('.').slice(shared).join('.') || name;
}

/**
 * Of many types, those of one namespace are one box until somebody opens it, in as many parts of the name as leave few
 * boxes. Returns the box of a type.
 * @param {Flow[]} flows @param {ActorType[]} actors @param {Set<string>} opened
 */
export function folding(flows, actors, opened) {
  const types = typesOf(flows);
  const spaces = new Map(
    actors.filter((a) => a.namespace && types.includes(a.type)).map((a) => [a.type, (a.namespace ?? '').split('.')]),
  );
  const all = [...spaces.values()];
  if (types.length <= MANY || !all.length) return (/** @type {string} */ type) => type;
  const shared = sharedParts(all);
  const cut = (type, parts) => spaces.get(type)?.slice(shared, parts).join('.') ?? '';
  let parts = Math.max(...all.map((space) => space.length));
  while (parts > shared + 1 && new Set(types.map((type) => cut(type, parts))).size > BOXES) parts--;
  const sizes = new Map();
  for (const type of types) sizes.set(cut(type, parts), (sizes.get(cut(type, parts)) ?? 0) + 1);
  return (/** @type {string} */ type) => {
    const space = cut(type, parts);
    const isAlone = type.startsWith('_') || !space || sizes.get(space) < 2 || opened.has(space);
    return isAlone ? type : `${SPACE}${space}, ${sizes.get(space)} types`;
  };
}

/** The means of several flows. @param {Flow[]} flows */
export function sumOf(flows) {
  const sum = (value) => flows.reduce((all, f) => all + value(f), 0);
  const rate = sum((f) => f.perSecond);
  const mean = (key) => (rate > 0 ? sum((f) => f.perSecond * (f[key] ?? 0)) / rate : null);
  return {
    perSecond: rate,
    messages: sum((f) => f.messages),
    failures: sum((f) => f.failures),
    wait: mean('waitSeconds'),
    work: mean('workSeconds'),
  };
}
