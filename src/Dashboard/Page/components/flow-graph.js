// The map as a picture: boxes with their trouble, backlog and utilisation, arrows with their rates. It opens fitted
// to the window; it is moved and zoomed by pointer and keys.
// @ts-check
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../lib/preact.js';
import { count, percent, perSecond } from '../lib/format.js';
import { boxName, isSpace, openName, pairsOf, shareOf } from '../lib/flows.js';
import { layoutOf } from '../lib/layout.js';
import { isType, typePage } from '../lib/links.js';

/** @import { Pair } from '../lib/flows.js' */
/** @typedef {{ level?: string, waiting: number, utilization: number | null }} State of a type */

export const MOST = 200;
// A part of the messages that is no accident.
const MANY = 0.01;
const [SMALLEST, LARGEST, NORMAL, STEP, NAMED, FAR] = [0.1, 3, 1.15, 60, 6, 4];
// Smaller letters cannot be read: then the map opens at its beginning.
const READABLE = 0.3;
// The buttons above the map.
const TOOLS = 36;

/** The second line of a box: what waits, and how busy its actors are. @param {State | undefined} state */
export function factsOf(state) {
  if (!state) return '';
  const busy = state.utilization == null ? '' : `${percent(Math.min(1, state.utilization))} busy`;
  return [state.waiting > 0 && `${count(state.waiting)} waiting`, busy].filter(Boolean).join(' · ');
}

/** Moving and zooming; all of the map is in the window until somebody has moved it, if it can be read so. */
function useCamera(box, size) {
  const [camera, setCamera] = useState({ x: 0, y: 0, k: 1 });
  const hasMoved = useRef(false);
  const fit = (least = 0) => {
    if (!box.current) return;
    const { clientWidth: w, clientHeight: all } = box.current;
    const h = all - TOOLS;
    const k = Math.max(least, Math.min(NORMAL, w / size.width, h / size.height));
    hasMoved.current = false;
    setCamera({ k, x: Math.max(0, (w - size.width * k) / 2), y: TOOLS + Math.max(0, (h - size.height * k) / 2) });
  };
  useLayoutEffect(() => {
    if (!hasMoved.current) fit(READABLE);
  }, [size.width, size.height]);
  useEffect(() => {
    const sizes = new ResizeObserver(() => hasMoved.current || fit(READABLE));
    sizes.observe(box.current);
    return () => sizes.disconnect();
  }, [size]);
  const move = (x, y) => {
    hasMoved.current = true;
    setCamera((c) => ({ ...c, x: c.x + x, y: c.y + y }));
  };
  const zoom = (factor, x = box.current.clientWidth / 2, y = box.current.clientHeight / 2) => {
    hasMoved.current = true;
    setCamera((c) => {
      const k = Math.min(LARGEST, Math.max(Math.min(SMALLEST, c.k), c.k * factor));
      return { k, x: x - ((x - c.x) * k) / c.k, y: y - ((y - c.y) * k) / c.k };
    });
  };
  return { camera, fit, move, zoom };
}

/** The size of the window on the map, when the page's window has last changed. */
function useRoom(box) {
  const [room, setRoom] = useState({ width: innerWidth - 240, height: innerHeight - 330 });
  useLayoutEffect(() => {
    const measure = () => setRoom({ width: box.current.clientWidth, height: box.current.clientHeight - TOOLS });
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return room;
}

function useDrag(move) {
  const drag = useRef(/** @type {{ x: number, y: number, id: number, isFar: boolean } | null} */ (null));
  const wasFar = useRef(false);
  return {
    onPointerDown(e) {
      wasFar.current = false;
      if (!e.button) drag.current = { x: e.clientX, y: e.clientY, id: e.pointerId, isFar: false };
    },
    onPointerMove(e) {
      const from = drag.current;
      if (!from || from.id !== e.pointerId) return;
      if (!from.isFar && Math.hypot(e.clientX - from.x, e.clientY - from.y) < FAR) return;
      if (!from.isFar) e.currentTarget.setPointerCapture(e.pointerId);
      move(e.clientX - from.x, e.clientY - from.y);
      drag.current = { ...from, x: e.clientX, y: e.clientY, isFar: true };
    },
    onPointerUp() {
      wasFar.current = !!drag.current?.isFar;
      drag.current = null;
    },
    onPointerCancel() {
      drag.current = null;
    },
    // The end of a move is no click; the box of a type is a link, which a browser would drag.
    onClickCapture(e) {
      if (wasFar.current) {
        e.stopPropagation();
        e.preventDefault();
      }
      wasFar.current = false;
    },
    onDragStart: (e) => e.preventDefault(),
  };
}

/**
 * @param {{ dagre: any, flows: any[], most: number, stateOf: (type: string) => State | undefined,
 *   nameOf: (type: string, address?: string | null) => string, chosen: string | null,
 *   onChoose: (id: string | null) => void, onOpen: (space: string) => void }} props
 */
export function FlowGraph({ dagre, flows, most, stateOf, nameOf, chosen, onChoose, onOpen }) {
  const box = useRef(/** @type {any} */ (null));
  const drawn = useRef(new Set());
  const pairs = busiest(pairsOf(flows), most, drawn.current);
  drawn.current = new Set(pairs.map((p) => p.id));
  const key = pairs
    .map((p) => p.id)
    .sort()
    .join('\n\n');
  const room = useRoom(box);
  // It is laid out again only when a type or an arrow comes or goes.
  const layout = useMemo(
    () => layoutOf(dagre, pairs, nameOf, (type) => factsOf(stateOf(type)) || 'xxxxx busy', room),
    [key, room.width, room.height],
  );
  const { camera, fit, move, zoom } = useCamera(box, layout);
  const drag = useDrag(move);
  const now = new Map(pairs.map((p) => [p.id, p]));
  const top = Math.max(...pairs.map((p) => p.perSecond), 1e-9);
  const isChosen = (p) => chosen !== null && (p.id === chosen || (!p.address && p.from === chosen) || p.to === chosen);

  const keys = {
    ArrowLeft: () => move(STEP, 0),
    ArrowRight: () => move(-STEP, 0),
    ArrowUp: () => move(0, STEP),
    ArrowDown: () => move(0, -STEP),
    '+': () => zoom(1.25),
    '-': () => zoom(0.8),
    0: () => fit(),
    Escape: () => onChoose(null),
  };
  const onKeyDown = (e) => {
    if (!keys[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
    keys[e.key]();
    e.preventDefault();
  };
  const onWheel = (e) => {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    zoom(e.deltaY < 0 ? 1.15 : 0.87, e.offsetX, e.offsetY);
  };
  // An arrow that gets the focus comes into the picture.
  const reveal = ({ x, y }) => {
    const [left, up] = [camera.x + x * camera.k, camera.y + y * camera.k];
    const { clientWidth: w, clientHeight: h } = box.current;
    if (left < 0 || up < 0 || left > w || up > h) move(w / 2 - left, h / 2 - up);
  };
  useEffect(() => {
    box.current.addEventListener('wheel', onWheel, { passive: false });
    return () => box.current?.removeEventListener('wheel', onWheel);
  });
  const tools = [
    ['+', 'Zoom in', () => zoom(1.25)],
    ['−', 'Zoom out', () => zoom(0.8)],
    ['All', 'Show all of the map', () => fit()],
  ];
  const label =
    'Map of flows. Arrow keys move it, plus and minus zoom, 0 shows all of it. Tab leads to its arrows, Enter ' +
    'chooses one. The table below has the same.';
  return html`<div class="map">
    <div class="tools">
      ${tools.map(
        ([sign, name, act]) =>
          html`<button type="button" title=${name} aria-label=${name} onClick=${act}>${sign}</button>`,
      )}
    </div>
    <svg
      ref=${box}
      role="group"
      tabindex="0"
      aria-label=${label}
      class="${chosen === null ? '' : 'choosing'} ${layout.isDense ? 'dense' : ''}"
      onKeyDown=${onKeyDown}
      ...${drag}
    >
      <defs>
        ${['ok', 'bad'].map(
          (kind) =>
            html`<marker
              id="arrow-${kind}"
              class="arrow ${kind}"
              viewBox="0 0 10 10"
              refX="9"
              refY="5"
              markerWidth="13"
              markerHeight="13"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 1L10 5L0 9Z" />
            </marker>`,
        )}
      </defs>
      <g transform="translate(${camera.x.toFixed(1)} ${camera.y.toFixed(1)}) scale(${camera.k.toFixed(3)})">
        ${layout.arrows.map(
          (arrow) =>
            html`<${ArrowShape}
              key=${arrow.pair.id}
              ...${{ arrow, pair: now.get(arrow.pair.id) ?? arrow.pair, top, nameOf, reveal, onChoose }}
              isChosen=${isChosen(arrow.pair)}
              isAlone=${arrow.pair.id === chosen}
            />`,
        )}
        ${layout.boxes.map(
          (b) => html`<${BoxShape} key=${b.id} ...${{ box: b, state: stateOf(b.type), chosen, onChoose, onOpen }} />`,
        )}
      </g>
    </svg>
  </div>`;
}

// A layout of more takes seconds, and nobody can read it. An arrow that is drawn stays, so that the map does not change
// with every rate.
function busiest(pairs, most, drawn) {
  if (pairs.length <= most) return pairs;
  return pairs
    .sort((a, b) => Number(drawn.has(b.id)) - Number(drawn.has(a.id)) || b.perSecond - a.perSecond)
    .slice(0, most);
}

function onEnter(act) {
  return (e) => {
    if (e.key !== 'Enter' && e.key !== ' ') return;
    e.preventDefault();
    e.stopPropagation();
    act();
  };
}

/** @param {{ arrow: import('../lib/layout.js').Arrow, pair: Pair, [other: string]: any }} props */
function ArrowShape({ arrow, pair, top, nameOf, reveal, onChoose, isChosen, isAlone }) {
  const share = shareOf(pair);
  const isBad = share >= MANY;
  const failed = pair.failures ? `, ${count(pair.failures)} failed: ${percent(share)}` : '';
  const label = `${isBad ? `✕ ${percent(share)} of ` : ''}${perSecond(pair.perSecond)}/s`;
  const messages = pair.messages.slice(0, NAMED).join(', ');
  const [from, to] = [nameOf(pair.from, pair.address), nameOf(pair.to)];
  const choose = () => onChoose(isAlone ? null : pair.id);
  const look = ['edge', isBad ? 'bad' : 'ok', pair.address && 'remote', isChosen && 'chosen'].filter(Boolean).join(' ');
  return html`<g
    class=${look}
    role="button"
    tabindex="0"
    aria-pressed=${isAlone}
    aria-label="${from} → ${messages} → ${to}, ${isBad ? label : `${perSecond(pair.perSecond)}/s${failed}`}"
    onClick=${choose}
    onKeyDown=${onEnter(choose)}
    onFocus=${(e) => e.currentTarget.matches(':focus-visible') && reveal(arrow)}
  >
    <title>${from} to ${to}: ${perSecond(pair.perSecond)}/s${failed} ${messages}</title>
    <path
      class="line"
      d=${arrow.d}
      marker-end="url(#arrow-${isBad ? 'bad' : 'ok'})"
      style=${{ strokeWidth: `${(1.2 + 5 * Math.sqrt(pair.perSecond / top)).toFixed(1)}px` }}
    />
    <path class="touch" d=${arrow.d} />
    <text x=${arrow.x} y=${arrow.y - 7}>${label}</text>
  </g>`;
}

function BoxShape({ box, state, chosen, onChoose, onOpen }) {
  const { type, name, x, y, width, height } = box;
  const facts = factsOf(state);
  const look = `type ${state?.level ?? ''} ${chosen === type ? 'chosen' : ''}`;
  const full = isSpace(type) ? boxName(type) : isType(type) ? type : name;
  const busy = Math.min(1, state?.utilization ?? 0);
  const shape = html`<title>${[full, state?.level, facts].filter(Boolean).join(', ')}</title>
    <rect x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx="7" />
    ${
      busy > 0.005 &&
      html`<rect
        class="busy"
        x=${x - width / 2 + 4}
        y=${y + height / 2 - 5}
        width=${(width - 8) * busy}
        height="3"
        rx="1"
      />`
    }
    <text x=${x} y=${facts ? y - 2 : y + 5}
      >${state?.level === 'unhealthy' ? '✕ ' : state?.level ? '▲ ' : ''}${name}</text
    >
    ${facts && html`<text class="facts" x=${x} y=${y + 13}>${facts}</text>`}`;
  if (isSpace(type)) {
    const open = () => onOpen(openName(type));
    return html`<g
      class="${look} space"
      role="button"
      tabindex="0"
      aria-label=${full}
      onClick=${open}
      onKeyDown=${onEnter(open)}
    >
      ${shape}
    </g>`;
  }
  if (!isType(type)) return html`<g class="${look} other">${shape}</g>`;
  // As a link it opens in a new tab, too; a click chooses it.
  const choose = (e) => {
    if (e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    onChoose(chosen === type ? null : type);
  };
  return html`<a class=${look} href=${typePage(type)} tabindex="-1" onClick=${choose}>${shape}</a>`;
}
