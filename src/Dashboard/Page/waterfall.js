import { el, attr } from './dom.js';
import { attribute, duration, shortType } from './format.js';
import { drawLines } from './lines.js';

function niceStep(total) {
  const raw = total / 5, power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find(f => f * power >= raw);
}

// What the trace waited for, one after the other: of the hops that a hop caused, the one that ended last, before that the last one that had ended when that one began,
// and so on. A hop ends with the last one that it caused.
function criticalPath(hops) {
  const path = new Set(), caused = new Map(hops.map(h => [h, []])), above = [], first = [], ends = new Map();
  for (const h of hops) { (h.depth > 0 ? caused.get(above[h.depth - 1]) : first).push(h); above[h.depth] = h; }
  for (const h of [...hops].reverse()) ends.set(h, Math.max(h.start + h.work, ...caused.get(h).map(c => ends.get(c))));
  const walk = (some, until) => {
    for (const h of some.sort((a, b) => ends.get(b) - ends.get(a))) {
      if (ends.get(h) > until) continue;
      path.add(h); walk(caused.get(h), ends.get(h));
      until = h.start - h.wait - h.stash;
    }
  };
  walk(first, Infinity);
  return path;
}

/** Draws a trace: for each hop when it was in the stash, waited and worked. Calls choose with a hop. */
export function drawWaterfall(parent, trace, choose) {
  const total = Math.max(trace.total, 1), step = niceStep(total), percent = us => `${(100 * us / total).toFixed(3)}%`;
  const hops = el('div', null, 'hops'), ticks = el('div', hops, 'ticks');
  hops.style.setProperty('--step', percent(step));
  attr(ticks, 'aria-hidden', 'true');
  el('span', ticks, 'label');
  const scale = el('span', ticks, 'track');
  for (let t = 0; t < total * .93; t += step) el('span', scale, '', duration(t).replace(/\.0+ /, ' ')).style.left = percent(t);
  el('span', ticks, 'num', 'waited'); el('span', ticks, 'num', 'worked');
  const critical = criticalPath(trace.hops);
  for (const h of trace.hops) {
    const row = el('button', hops, critical.has(h) ? 'hop critical' : 'hop'), label = el('span', row, 'label'), track = el('span', row, 'track');
    row.type = 'button'; row.dataset.hop = h.id;
    if (h.depth > 0) { const twig = el('span', label, 'twig', '└'); twig.style.paddingLeft = `${Math.min(h.depth - 1, 12) * 14}px`; attr(twig, 'aria-hidden', 'true'); }
    el('b', label, '', h.name);
    if (h.message) el('i', label, '', ` ${h.message}`);
    const bar = (from, length, kind) => { const b = el('span', track, `bar ${kind}`); b.style.left = percent(from); b.style.width = percent(length); };
    if (h.stash > 0) bar(h.start - h.wait - h.stash, h.stash, 'stash');
    if (h.wait > 0) bar(h.start - h.wait, h.wait, 'wait');
    bar(h.start, h.work, h.error ? 'bad' : h.actor ? 'work' : 'http');
    if (h.error) {
      const begin = (h.start - h.wait - h.stash) / total, end = (h.start + h.work) / total, place = end <= .6 ? '' : begin > .35 ? 'left' : 'in', fail = el('span', track, `fail ${place}`, `✕ ${shortType(h.error)}${h.directive ? `, ${h.directive}` : ''}`);
      fail.style.left = percent(place === 'left' ? h.start - h.wait - h.stash : h.start + h.work);
    }
    el('span', row, 'num', h.actor ? duration(h.wait) : ''); el('span', row, 'num', duration(h.work));
    row.title = [h.message ? `${h.name} · ${h.message}` : h.name, h.stash > 0 ? `in the stash for ${duration(h.stash)}` : '', h.actor ? `waited ${duration(h.wait)}` : '', `worked ${duration(h.work)}`, critical.has(h) ? 'on the critical path' : ''].filter(Boolean).join(', ');
    row.onclick = row.onfocus = () => choose(h);
  }
  parent.replaceChildren(hops);
}

/** What is known of one hop. */
export function drawHop(parent, trace, hop) {
  const head = el('h4', null, '', `${hop.name}${hop.message ? ` · ${hop.message}` : ''}, work began at ${duration(hop.start)}`), facts = el('dl');
  const fact = (key, value, href) => {
    const d = el('div', facts, value.length > 40 ? 'wide' : ''); el('dt', d, '', key);
    const dd = el('dd', d); if (href) el('a', dd, '', value).href = href; else dd.textContent = value;
  };
  if (hop.stash > 0) fact('in the stash', duration(hop.stash));
  if (hop.directive) fact('supervisor', hop.directive);
  for (const link of hop.links) fact('linked trace', link, `#/traces?${new URLSearchParams({ id: link })}`);
  for (const [key, value] of hop.attributes) fact(key, attribute(key, value));
  parent.replaceChildren(head, facts);
  drawLines(parent, trace.lines, hop.id);
}
