import { el, attr } from './dom.js';
import { attribute, duration, shortType } from './format.js';
import { drawLines } from './lines.js';

function niceStep(total) {
  const raw = total / 5, power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find(f => f * power >= raw);
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
  for (const h of trace.hops) {
    const row = el('button', hops, 'hop'), label = el('span', row, 'label'), track = el('span', row, 'track');
    row.type = 'button'; row.dataset.hop = h.id;
    if (h.depth > 0) { const twig = el('span', label, 'twig', '└'); twig.style.paddingLeft = `${Math.min(h.depth - 1, 12) * 14}px`; attr(twig, 'aria-hidden', 'true'); }
    el('b', label, '', h.name);
    if (h.message) el('i', label, '', ` ${h.message}`);
    const bar = (from, length, kind) => { const b = el('span', track, `bar ${kind}`); b.style.left = percent(from); b.style.width = percent(length); };
    if (h.stash > 0) bar(h.start - h.wait - h.stash, h.stash, 'stash');
    if (h.wait > 0) bar(h.start - h.wait, h.wait, 'wait');
    bar(h.start, h.work, h.error ? 'bad' : h.actor ? 'work' : 'http');
    if (h.error) {
      const end = (h.start + h.work) / total, left = end > .6, fail = el('span', track, left ? 'fail left' : 'fail', `✕ ${shortType(h.error)}${h.directive ? `, ${h.directive}` : ''}`);
      fail.style.left = percent(left ? h.start - h.wait - h.stash : h.start + h.work);
    }
    el('span', row, 'num', h.actor ? duration(h.wait) : ''); el('span', row, 'num', duration(h.work));
    row.title = [h.message ? `${h.name} · ${h.message}` : h.name, h.stash > 0 ? `in the stash for ${duration(h.stash)}` : '', h.actor ? `waited ${duration(h.wait)}` : '', `worked ${duration(h.work)}`].filter(Boolean).join(', ');
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
