import { el, attr } from './dom.js';
import { attribute, duration, shortAddress, shortType } from './format.js';
import { drawLines } from './lines.js';

function niceStep(total) {
  const raw = total / 5, power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find(f => f * power >= raw);
}

// So many hops that one hop caused and that are alike have a row each; more are folded into one row.
const MOST_ALIKE = 5;

function treeOf(hops) {
  const caused = new Map(hops.map(h => [h, []])), above = [], first = [];
  for (const h of hops) { (h.depth > 0 ? caused.get(above[h.depth - 1]) : first).push(h); above[h.depth] = h; }
  return { first, caused };
}

// What the trace waited for, one after the other: of the hops that a hop caused, the one that ended last, before that the last one that had ended when that one began,
// and so on. A hop ends with the last one that it caused.
function criticalPath(hops, { first, caused }) {
  const path = new Set(), ends = new Map();
  for (const h of [...hops].reverse()) ends.set(h, Math.max(h.start + h.work, ...caused.get(h).map(c => ends.get(c))));
  const walk = (some, until) => {
    for (const h of [...some].sort((a, b) => ends.get(b) - ends.get(a))) {
      if (ends.get(h) > until) continue;
      path.add(h); walk(caused.get(h), ends.get(h));
      until = h.start - h.wait - h.stash;
    }
  };
  walk(first, Infinity);
  return path;
}

// The hops in their order, and in place of many that are alike { fold, hops }. What is on the critical path or has failed is never folded.
function rowsOf(hops, { first, caused }, critical, opened) {
  const rows = [], failed = new Set();
  for (const h of [...hops].reverse()) if (h.error || caused.get(h).some(c => failed.has(c))) failed.add(h);
  const walk = (some, parent) => {
    const alike = new Map(), kind = h => `${parent} ${h.name} ${h.message}`;
    for (const h of some) if (!alike.get(kind(h))?.push(h)) alike.set(kind(h), [h]);
    for (const [fold, same] of alike) {
      const hidden = same.filter(h => !critical.has(h) && !failed.has(h));
      if (same.length > MOST_ALIKE && hidden.length > 1) alike.set(fold, { hidden: new Set(hidden), row: { fold, hops: hidden } });
    }
    for (const h of some) {
      const { hidden, row } = alike.get(kind(h));
      if (hidden?.has(h)) {
        if (rows.indexOf(row) < 0) rows.push(row);
        if (!opened.has(row.fold)) continue;
      }
      rows.push(h); walk(caused.get(h), h.id);
    }
  };
  walk(first, '');
  return rows;
}

// What a hop's times are beside the usual ones of its type: { wait, work }, each { usual, isOver }; isOver when it is far above what most messages take.
const OVER = 2, LEAST = 1000;
function beside(trace, hop) {
  const usual = trace.usual?.get(hop.attributes.find(([key]) => key === 'akka.actor.type')?.[1]) ?? {};
  return Object.fromEntries(['wait', 'work'].map(key => [key, { usual: usual[key], isOver: usual[key] != null && hop[key] > Math.max(OVER * usual[key], LEAST) }]));
}

// How long after the end of what caused it a hop's message arrived: it was on the way to another node, or a timer held it. Until then it waited in no mailbox.
function delays(hops) {
  const known = new Map(hops.map(h => [h.id, h]));
  return h => { const cause = known.get(h.parent); return cause ? Math.max(0, h.start - h.wait - h.stash - cause.start - cause.work) : 0; };
}

/** Draws a trace: for each hop when it was in the stash, waited and worked. Calls choose with a hop. The names of folds that are open are in opened, which a click changes before it calls again. */
export function drawWaterfall(parent, trace, choose, opened, again) {
  const total = Math.max(trace.total, 1), step = niceStep(total), percent = us => `${(100 * us / total).toFixed(3)}%`;
  const nodes = new Set(trace.hops.map(h => h.node)).size > 1;
  const hops = el('div', null, nodes ? 'hops nodes' : 'hops'), ticks = el('div', hops, 'ticks');
  hops.style.setProperty('--step', percent(step));
  attr(ticks, 'aria-hidden', 'true');
  el('span', ticks, 'label');
  if (nodes) el('span', ticks, 'node', 'node');
  const scale = el('span', ticks, 'track');
  for (let t = 0; t < total * .86; t += step) el('span', scale, '', duration(t).replace(/\.0+ /, ' ')).style.left = percent(t);
  for (const [name, kind] of [['waited', 'wait'], ['worked', 'work']]) { const head = el('span', ticks, 'num'); el('i', el('span', head, 'swatch'), `bar ${kind}`); head.append(name); }
  const tree = treeOf(trace.hops), delayOf = delays(trace.hops), critical = criticalPath(trace.hops, tree);
  const begin = (kind, { depth, name, message, node }, many) => {
    const row = el('button', hops, kind), label = el('span', row, 'label');
    row.type = 'button';
    if (depth > 0) { const twig = el('span', label, 'twig', '└'); twig.style.setProperty('--depth', Math.min(depth - 1, 12)); attr(twig, 'aria-hidden', 'true'); }
    el('b', label, '', many ? `${many} × ${name}` : name);
    // the name of a message that leaves the node ends with its type
    if (message && !name.endsWith(message)) el('i', label, '', ` ${message}`);
    if (nodes) el('span', row, 'node', node ? shortAddress(node) : '');
    const track = el('span', row, 'track');
    return { row, track, bar: (from, length, kind) => { const b = el('span', track, `bar ${kind}`); b.style.left = percent(from); b.style.width = percent(length); } };
  };
  for (const h of rowsOf(trace.hops, tree, critical, opened)) h.fold ? drawFold(h) : drawRow(h);
  parent.replaceChildren(hops);

  function drawRow(h) {
    const { row, track, bar } = begin(critical.has(h) ? 'hop critical' : 'hop', h);
    row.dataset.hop = h.id;
    const delay = delayOf(h);
    if (delay > 0) { const line = el('span', track, 'delay'); line.style.left = percent(h.start - h.wait - h.stash - delay); line.style.width = percent(delay); }
    if (h.stash > 0) bar(h.start - h.wait - h.stash, h.stash, 'stash');
    if (h.wait > 0) bar(h.start - h.wait, h.wait, 'wait');
    bar(h.start, h.work, h.error ? 'bad' : h.actor ? 'work' : 'http');
    if (h.error) {
      const begin = (h.start - h.wait - h.stash) / total, end = (h.start + h.work) / total, place = end <= .6 ? '' : begin > .35 ? 'left' : 'in', fail = el('span', track, `fail ${place}`, `✕ ${shortType(h.error)}${h.directive ? `, ${h.directive}` : ''}`);
      fail.style.left = percent(place === 'left' ? h.start - h.wait - h.stash : h.start + h.work);
    }
    for (const line of trace.lines.filter(l => l.span === h.id)) {
      const dot = el('span', track, `line ${line.failed ? 'bad' : ''}`), at = 1000 * (Date.parse(line.time) - Date.parse(trace.at));
      dot.style.left = percent(Math.min(total, Math.max(at, h.start))); dot.title = line.text;
    }
    const { wait, work } = beside(trace, h);
    el('span', row, `num ${wait.isOver ? 'over' : ''}`, h.actor ? duration(h.wait) : ''); el('span', row, `num ${work.isOver ? 'over' : ''}`, duration(h.work));
    row.title = [h.message ? `${h.name} · ${h.message}` : h.name, h.node ? `on ${shortAddress(h.node)}` : '', delay > 0 ? `arrived ${duration(delay)} after its cause had ended` : '', h.stash > 0 ? `in the stash for ${duration(h.stash)}` : '', h.actor ? `waited ${duration(h.wait)}` : '', `worked ${duration(h.work)}`, wait.isOver || work.isOver ? 'longer than usual' : '', critical.has(h) ? 'on the critical path' : ''].filter(Boolean).join(', ');
    row.onclick = row.onfocus = () => choose(h);
  }

  function drawFold({ fold, hops: same }) {
    const isOpen = opened.has(fold), begins = Math.min(...same.map(h => h.start - h.wait - h.stash)), where = new Set(same.map(h => h.node));
    const { row, bar } = begin('hop fold', { ...same[0], node: where.size === 1 ? same[0].node : `${where.size} nodes` }, same.length);
    bar(begins, Math.max(...same.map(h => h.start + h.work)) - begins, 'many');
    const longest = key => `≤ ${duration(Math.max(...same.map(h => h[key])))}`;
    el('span', row, 'num', longest('wait')); el('span', row, 'num', longest('work'));
    attr(row, 'aria-expanded', isOpen); row.title = isOpen ? 'Fold them again' : `Show all ${same.length}`;
    row.onclick = () => {
      isOpen ? opened.delete(fold) : opened.add(fold);
      again();
      [...parent.querySelectorAll('.fold')].find(other => other.dataset.fold === fold)?.focus();
    };
    row.dataset.fold = fold;
  }
}

/** What is known of one hop. */
export function drawHop(parent, trace, hop) {
  const head = el('h4', null, '', `${hop.name}${hop.message ? ` · ${hop.message}` : ''}, work began at ${duration(hop.start)}`), facts = el('dl');
  const fact = (key, value, href) => {
    const d = el('div', facts, value.length > 36 ? 'wide' : ''); el('dt', d, '', key);
    const dd = el('dd', d); if (href) el('a', dd, '', value).href = href; else dd.textContent = value;
  };
  if (hop.node) fact('node', shortAddress(hop.node));
  const usual = beside(trace, hop);
  for (const [key, name] of [['wait', 'waited'], ['work', 'worked']]) {
    if (usual[key].usual != null) fact(name, `${duration(hop[key])}; 95 % of its type: ≤ ${duration(usual[key].usual)}`);
  }
  const delay = delays(trace.hops)(hop);
  if (delay > 0) fact('arrived', `${duration(delay)} after its cause had ended`);
  if (hop.stash > 0) fact('in the stash', duration(hop.stash));
  if (hop.directive) fact('supervisor', hop.directive);
  for (const link of hop.links) fact('linked trace', link, `#/traces?${new URLSearchParams({ id: link })}`);
  for (const [key, value] of hop.attributes) fact(key, attribute(key, value));
  parent.replaceChildren(head, facts);
  drawLines(parent, trace.lines, hop.id);
}
