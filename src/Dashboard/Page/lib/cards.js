// The cards below the verdict: one for each actor type, node, dispatcher or actor system that is in trouble, with
// what is wrong, why, and where to look next. No fact stands on a card twice.
// @ts-check
import { ago, before, secondsAgo, shortAddress, time } from './format.js';
import { actorPage, isActor, isType, link, pageOf, typePage } from './links.js';
import { isOfProcess, kindWords, nextOf } from './words.js';

/** @import { Cause, Failure, Finding, OtherNode, OtherSystem, Status, Trouble } from '../data/answers.d.ts' */
/**
 * One trouble.
 * @typedef {{ key: string, kind: string, words: string, description?: string, what: string, more: string }} Line
 */
/** @typedef {{ actor: string, path: string, level: string, kind: string, groups: any[], causes: Cause[] }} Found */
/**
 * @typedef {object} Card
 * @property {string} key
 * @property {string} level
 * @property {string} name Who it is about.
 * @property {string} [href]
 * @property {string} place Paths, or where else.
 * @property {string} [placeHref]
 * @property {Line[]} lines What is wrong.
 * @property {Cause | null} why The most probable cause.
 * @property {string[]} evidence
 * @property {Cause[]} others Other causes.
 * @property {Failure | null} failure The latest exception.
 * @property {number} seconds How long it has gone on.
 * @property {[string, string] | null} next
 * @property {string} command To look deeper with .NET's tools; can be empty.
 * @property {boolean} isElsewhere Another node, or another actor system.
 */

const PATHS = 3;
const EVIDENCE = 3;
// What is counted in a time goes on until that time has passed without it.
const PAUSED = 3;

/** Of failures and lost messages, one actor can have several. */
export function troubleKey(t) {
  const isCounted = t.kind === 'failing' || t.kind === 'lost';
  return `${t.kind} ${t.actorType} ${isCounted ? t.description.replace(/^\d+/, '') : t.subject}`;
}

/**
 * Troubles of one kind and one type are one, with a count: the children of a pool, say. The worst comes first. The
 * answer counts also those that it does not name.
 * @param {Trouble[]} troubles
 */
function grouped(troubles) {
  /** @type {Map<string, { key: string, kind: string, level: string, actor: string, all: Trouble[] }>} */
  const groups = new Map();
  for (const t of troubles) {
    const isOne = t.actorType && t.kind !== 'failing' && t.kind !== 'lost';
    const key = isOne ? `${t.kind} ${t.actorType}` : troubleKey(t);
    const group = groups.get(key);
    if (group) group.all.push(t);
    else groups.set(key, { key, kind: t.kind, level: t.level, actor: t.actorType, all: [t] });
  }
  return [...groups.values()].map((g) => ({ ...g, count: Math.max(g.all.length, g.all[0].count ?? 1) }));
}

const clears = (t) =>
  t.latestSeconds >= PAUSED ? `latest ${ago(t.latestSeconds)} ago, clears in ${ago(t.clearsSeconds)}` : '';

// Of a mailbox that grows it is known how many of the oldest messages each has sent.
const sentBy = ({ kind, from }) => from && (kind === 'growing' ? `the oldest come from ${from}` : `sent by ${from}`);

/** @returns {Line} */
function lineOf(group) {
  const [worst] = group.all;
  return {
    key: group.key,
    kind: group.kind,
    words: kindWords(group.kind),
    description: worst.description,
    what: `${group.count > 1 ? `${group.count} actors, the worst: ` : ''}${worst.description}`,
    more: [sentBy(worst), worst.detail, clears(worst)].filter(Boolean).join(', '),
  };
}

// "24 restarts in 60 s" and "24 restarts of /user/van" are one fact, and so is what a line says word for word.
const factOf = (text) => text.replace(/^(\d+) messages /, '$1 ').match(/^\S+ \S+/)?.[0] ?? text;

/** Evidence that is on the card already is left out, and so is the trace that a line has. */
function newFacts(evidence, lines, why) {
  const known = [...lines.flatMap((line) => [line.description, line.what, line.more]), why];
  const facts = new Set(known.map(factOf));
  const traces = known.flatMap((text) => text.match(/[0-9a-f]{32}/g) ?? []);
  return evidence
    .filter((fact) => !facts.has(factOf(fact)) && !known.some((text) => text && text.includes(fact)))
    .map((fact) => traces.reduce((text, trace) => text.replace(`, trace ${trace}`, ''), fact));
}

/** An exception that the cause names needs not to stand in the line, too; nor what stands in the evidence. */
function shortened(lines, why, evidence) {
  return lines.map((line) => {
    const [, counted, exception, place = ''] = line.what.match(/^(.+? in 60 s): (.+?)(, thrown in .+)?$/) ?? [];
    const what = exception && why.includes(exception) ? counted + place : line.what;
    return { ...line, what, more: line.more && evidence.some((fact) => fact.includes(line.more)) ? '' : line.more };
  });
}

/** What .NET's own tools show next, with the process's id. */
function commandOf(kind, processId) {
  if (/^(blocked|blocking|starved)/.test(kind)) return `dotnet-stack report --process-id ${processId}`;
  if (/^(memory_short|actor_leak|leaking)/.test(kind)) return `dotnet-gcdump collect --process-id ${processId}`;
  if (/^(gc_pauses|processors_short)/.test(kind)) {
    return `dotnet-counters monitor --process-id ${processId} System.Runtime`;
  }
  return '';
}

/**
 * Unreachable nodes come first: what they reported is old.
 * @param {Status} status
 * @param {Cause[]} causes
 * @param {Failure[]} failures
 * @returns {Card[]}
 */
export function cardsOf(status, causes, failures = []) {
  /** @type {Map<string, Found>} */
  const found = new Map();
  const cardFor = (actor, path, level, kind) => {
    const key = actor || path || kind;
    const made = found.get(key) ?? {
      actor,
      path,
      level,
      groups: /** @type {any[]} */ ([]),
      causes: /** @type {Cause[]} */ ([]),
      kind,
    };
    found.set(key, made);
    return made;
  };
  const others = new Map(status.others.map((n) => [n.address, n]));
  // What this node and its causes say about another node stands on the card of that node.
  const about = (/** @type {string} */ address) => ({
    groups: grouped(status.troubles.filter((t) => t.subject === address && t.kind !== 'unreachable')),
    causes: causes.filter((c) => c.subject === address && !isType(c.actorType)),
  });
  // A dispatcher without a thread stands with the type that keeps its threads.
  for (const group of grouped(status.troubles)) {
    const { subject: path } = group.all[0];
    if (others.has(path)) continue;
    const cause =
      group.kind === 'starved' && causes.find((c) => c.kind === 'starved_dispatcher' && c.description.includes(path));
    const card = cardFor((cause && cause.actorType) || group.actor, path, group.level, group.kind);
    card.groups.push(group);
    if (group.level === 'unhealthy') card.level = 'unhealthy';
  }
  for (const cause of causes) {
    if (others.has(cause.subject) && !isType(cause.actorType)) continue;
    const same = (card) => card.groups.some((g) => g.all.some((t) => t.subject === cause.subject && cause.subject));
    const card = found.get(cause.actorType || cause.subject) ?? [...found.values()].find(same);
    (card ?? cardFor(cause.actorType, cause.subject, 'degraded', cause.kind)).causes.push(cause);
  }
  const own = [...found.values()].map((one) => cardOf(one, status, failures));
  const nodes = status.others.map((n) => nodeCard(n, status.now, about(n.address)));
  const rank = { unhealthy: 0, degraded: 1 };
  const rest = [...own, ...nodes.filter((c) => c.level !== 'away'), ...status.systems.flatMap(systemCard)];
  rest.sort((a, b) => (rank[a.level] ?? 2) - (rank[b.level] ?? 2));
  return [...nodes.filter((c) => c.level === 'away').map((c) => ({ ...c, level: 'degraded' })), ...rest];
}

function cardOf({ actor, path, level, groups, causes, kind }, status, failures) {
  const lines = groups.map(lineOf);
  const [why = null, ...others] = causes;
  const known = [...groups.flatMap((g) => g.all.map((t) => t.subject)), ...causes.map((c) => c.subject), path];
  const paths = [...new Set(known.filter(Boolean))];
  const count = Math.max(paths.length, ...groups.map((g) => g.count));
  const isOne = count < 2;
  const evidence = why ? newFacts(why.evidence, lines, why.description).slice(0, EVIDENCE) : [];
  const seconds = Math.max(0, ...groups.flatMap((g) => g.all.map((t) => t.durationSeconds)));
  const failure = failures.find((f) => f.actorType === actor && f.latestSeconds < 120) ?? null;
  const text = [...lines.map((line) => line.what), why?.description ?? ''].join('\n');
  const found = why ?? { kind: groups[0].kind, actorType: actor, subject: paths[0] ?? '' };
  const place = isOne ? placeOf(paths[0], kind, actor) : listed(paths, count);
  return {
    key: actor || path || kind,
    level,
    name: isType(actor) ? actor : place,
    href: isType(actor) ? typePage(actor) : isActor(paths[0]) ? actorPage(paths[0]) : undefined,
    place: isType(actor) ? place : '',
    placeHref: isOne && isActor(paths[0]) ? actorPage(paths[0]) : link('actors', { path: '/user', find: actor }),
    lines: shortened(lines, why?.description ?? '', evidence),
    why,
    evidence,
    others,
    // Its text can be in a line already.
    failure: failure && !text.includes(failure.text ?? failure.errorType) ? failure : null,
    seconds: seconds || Math.max(0, ...causes.map((c) => c.durationSeconds ?? 0)),
    next: nextOf(found),
    command: commandOf(found.kind, status.node.processId),
    isElsewhere: false,
  };
}

/** @type {Record<string, string>} */
const noActors = { '/temp/_ask': 'answers to Asks', '/deadLetters': 'dead letters' };
const nodeName = (address) => (address.includes('@') ? `node ${shortAddress(address)}` : address);

function placeOf(path, kind, actor) {
  if (path) return isActor(path) ? path : (noActors[path] ?? nodeName(path));
  return isType(actor) ? '' : isOfProcess(kind) ? 'the process' : 'this node';
}

function listed(paths, count) {
  const named = paths.slice(0, PATHS).join(', ');
  return count > PATHS ? `${named} and ${count - Math.min(PATHS, paths.length)} more` : named;
}

/** @param {Trouble[]} troubles */
const troublesText = (troubles) =>
  troubles.map((t) => `${kindWords(t.kind)} ${t.subject}: ${t.description}`).join('; ');

const capital = (word) => word[0].toUpperCase() + word.slice(1);

const empty = { evidence: [], others: [], failure: null, command: '', isElsewhere: true };

/** @param {OtherNode} node @param {string} now @param {{ groups: any[], causes: Cause[] }} about @returns {Card} */
function nodeCard(node, now, { groups, causes }) {
  const [why = null, ...others] = causes;
  const isAway = node.state !== 'answers';
  const at = (s) => time(before(now, s));
  const known = troublesText(node.troubles);
  const since = node.state === 'unreachable' && node.unreachableSeconds ? `since ${at(node.unreachableSeconds)}; ` : '';
  const latest = node.ageSeconds == null ? 'it has never answered' : `its latest answer came at ${at(node.ageSeconds)}`;
  const words = !isAway ? capital(node.health ?? '') : node.state === 'silent' ? 'No answer' : 'Unreachable';
  const page = pageOf(node.page);
  const what = isAway ? `${since}${latest}.${known ? ` Last known: ${known}.` : ''}` : known;
  return {
    ...empty,
    key: node.address,
    level: isAway ? 'away' : (node.health ?? 'degraded'),
    name: nodeName(node.address),
    href: page ?? link('cluster'),
    place: '',
    lines: [{ key: 'node', kind: node.state, words, what, more: '' }, ...groups.map(lineOf)],
    why,
    evidence: why ? why.evidence.slice(0, EVIDENCE) : [],
    others,
    seconds: node.unreachableSeconds ?? node.troubles[0]?.durationSeconds ?? 0,
    next: page ? ['Its page', page] : ['Cluster', link('cluster')],
  };
}

/** @param {OtherSystem} system @returns {Card[]} */
function systemCard(system) {
  if (system.health === 'healthy') return [];
  const what = `${troublesText(system.troubles)}. This page does not show that actor system.`;
  return [
    {
      ...empty,
      key: `system ${system.system}`,
      level: system.health,
      name: `actor system ${system.system}`,
      place: '',
      lines: [{ key: 'system', kind: 'system', words: capital(system.health), what, more: '' }],
      why: null,
      seconds: system.troubles[0]?.durationSeconds ?? 0,
      next: null,
    },
  ];
}

/** What else is wrong, in words. @param {Status} status */
function elsewhere({ others, systems }) {
  const silent = others.filter((n) => n.state === 'silent').length;
  const away = others.filter((n) => n.state === 'unreachable').length;
  const sick = others.length - silent - away;
  const ill = systems.filter((s) => s.health !== 'healthy');
  return [
    away && `${away} ${away === 1 ? 'node' : 'nodes'} out of reach`,
    silent && (silent === 1 ? '1 node does not answer' : `${silent} nodes do not answer`),
    sick && (sick === 1 ? '1 other node is in trouble' : `${sick} other nodes are in trouble`),
    ...ill.map((s) => `the actor system ${s.system} is ${s.health}`),
  ].filter(Boolean);
}

/** The verdict: a word, what is wrong, and by which thresholds. @param {Status} status @param {Card[]} cards */
export function verdictOf(status, cards) {
  const other = elsewhere(status);
  const unusual = cards.filter((c) => !c.isElsewhere).length;
  const isNamed = status.counts.some((c) => c.kind === 'unreachable');
  const own = status.counts.map((c) => c.description);
  const nothing = other.length ? 'Nothing is wrong with this one' : 'Nothing is wrong';
  const looks = unusual === 1 ? 'one thing looks unusual' : `${unusual} things look unusual`;
  const here = unusual ? `No alert yet${other.length ? ' on this node' : ''}, but ${looks}` : nothing;
  const rest = other.filter((o) => !isNamed || !`${o}`.endsWith('out of reach'));
  const thresholds = status.check
    ? `the health check “${status.check}”.`
    : 'default thresholds: no health check is registered.';
  return {
    word: `${capital(status.health)}${status.health === status.worst ? '' : ' here'}`,
    summary: own.length ? [...own, ...rest].join(', ') : [here, other.join(', ')].filter(Boolean).join('; '),
    check: `${other.length ? 'This one by' : 'By'} ${thresholds}`,
  };
}

/** The other actor systems of the process. @param {Status} status */
export function systemsText({ node, systems }) {
  if (!systems.length) return '';
  const others = systems.map((s) => `${s.system} (${s.health})`).join(', ');
  return `This page shows the actor system ${node.system}. Also in this process: ${others}.`;
}

/** @param {Finding} f */
export function endedText(f) {
  const lasted = ago(secondsAgo(f.endedAt ?? f.startedAt, f.startedAt));
  const who = isType(f.actorType) ? f.actorType : placeOf(f.subject, f.kind, '');
  const what = f.description.replace(/, trace [0-9a-f]{32}$/, '');
  const kind = kindWords(f.kind).replace(who.startsWith('node ') ? / node$/ : /$^/, '');
  return `Ended ${time(f.endedAt ?? f.startedAt)} after ${lasted}: ${kind} ${who}, ${what}`;
}
