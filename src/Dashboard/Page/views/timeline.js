// What has been wrong, as lanes on an axis of time: from when to when, how bad, and what it was at its worst; with the
// start of the process and changes of settings.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { ago, count, secondsAgo, shortTime, time, when } from '../lib/format.js';
import { axisOf, lanesOf, ticksOf } from '../lib/lanes.js';
import { isInRange } from '../lib/range.js';
import { kindWords } from '../lib/words.js';
import { get } from '../data/api.js';
import { usePhone } from '../components/hooks.js';
import { ActorName, TypeName } from '../components/names.js';
import { usePage } from '../components/page-context.js';
import { Panel } from '../components/panel.js';
import { RichText } from '../components/rich-text.js';
import { Table } from '../components/table.js';

const HOUR = 3600;
const percent = (part) => `${(100 * part).toFixed(2)}%`;

/** @param {string} now @returns {import('../components/table.js').Column[]} */
const columnsOf = (now) => {
  const took = (f) => secondsAgo(f.endedAt ?? now, f.startedAt);
  return [
    { head: 'What', value: (f) => kindWords(f.kind), sort: (f) => f.kind },
    {
      head: 'type',
      class: 'name',
      phone: true,
      value: (f) => html`<${TypeName} type=${f.actorType} />`,
      sort: (f) => f.actorType,
    },
    { head: 'began', class: 'word', value: (f) => when(f.startedAt), sort: (f) => f.startedAt },
    {
      head: 'ended',
      class: 'word',
      value: (f) => (f.endedAt ? when(f.endedAt) : 'still open'),
      sort: (f) => f.endedAt ?? '9',
      isBad: (f) => !f.endedAt,
      phone: true,
    },
    { head: 'for', num: true, value: (f) => ago(took(f)), sort: took },
    {
      head: 'findings',
      num: true,
      title: 'Alike, of one type, without a minute’s pause',
      value: (f) => count(f.count),
      sort: (f) => f.count,
    },
    { head: 'at its worst', class: 'long', value: (f) => html`<${RichText} text=${f.description} />` },
    {
      head: 'first seen at',
      class: 'path',
      value: (f) => html`<${ActorName} path=${f.subject} />`,
      sort: (f) => f.subject,
    },
  ];
};

function Axis({ axis }) {
  const format = axis.to - axis.from > HOUR ? shortTime : time;
  const isPhone = usePhone();
  return html`<div class="lane axis" aria-hidden="true">
    <span></span>
    <span class="rail">
      ${ticksOf(axis, isPhone ? 3 : 7).map(
        (t) =>
          html`<i key=${t} style=${{ left: percent((t - axis.from) / (axis.to - axis.from)) }}>${format(1000 * t)}</i>`,
      )}
    </span>
  </div>`;
}

/** @param {{ moments: { at: number, words: string, kind: string }[], axis: { from: number, to: number } }} props */
function Moments({ moments, axis }) {
  const place = (at) => percent((at - axis.from) / (axis.to - axis.from));
  return html`<li class="lane">
    <span class="who">Process and settings</span>
    <span class="rail">
      ${moments
        .filter((m) => m.at >= axis.from && m.at <= axis.to)
        .map(
          (m) =>
            html`<i key=${m.at + m.words} class="moment ${m.kind}" style=${{ left: place(m.at) }} title=${m.words}>
              <span class="hidden">${m.words}</span>
            </i>`,
        )}
    </span>
  </li>`;
}

function Lane({ lane, chosen, onChoose }) {
  return html`<li class="lane ${lane.level}">
    <span class="who"><b>${lane.kind}</b> <bdi>${lane.who}</bdi></span>
    <span class="rail">
      ${lane.bars.map((bar) => {
        const f = bar.finding;
        const end = f.endedAt ? when(f.endedAt) : 'now';
        const words = `${lane.kind} ${lane.who}, ${when(f.startedAt)} to ${end}: ${f.description}`;
        const look = `bar ${bar.level} ${bar.isOpen ? 'open' : ''}`;
        const style = { left: percent(bar.from), width: percent(bar.to - bar.from) };
        return html`<button
          key=${f.startedAt}
          type="button"
          class=${look}
          style=${style}
          title=${words}
          aria-label=${words}
          aria-pressed=${chosen === f.startedAt + lane.key}
          onClick=${() => onChoose(f.startedAt + lane.key)}
        ></button>`;
      })}
    </span>
  </li>`;
}

const MOST = 30;

function Timeline({ data }) {
  const { now, range } = usePage();
  const [chosen, setChosen] = useState('');
  const findings = data.findings.filter((f) => isInRange(range, f.startedAt, f.endedAt ?? now));
  const axis = range.from ? { from: range.from, to: range.to ?? 0 } : axisOf(findings, now);
  const lanes = lanesOf(findings, axis);
  const moments = [
    { at: Date.parse(data.startedAt) / 1000, words: `The process started at ${when(data.startedAt)}`, kind: 'began' },
    ...data.changes.map((c) => ({ at: Date.parse(c.at) / 1000, words: `${when(c.at)} ${c.what}`, kind: 'changed' })),
  ];
  const isChosen = (f) =>
    chosen === `${f.startedAt}${kindWords(f.kind)}` || chosen.startsWith(`${f.startedAt}${f.kind} `);
  return html`
    <p class="muted">
      The process started at ${when(data.startedAt)}; this page has a history of ${ago(data.seconds)}.
    </p>
    ${
      findings.length > 0 &&
      html`<${Panel} title="From when to when">
        <ol class="lanes" aria-label="Lanes">
          ${lanes
            .slice(0, MOST)
            .map((lane) => html`<${Lane} key=${lane.key} lane=${lane} chosen=${chosen} onChoose=${setChosen} />`)}
          <${Moments} moments=${moments} axis=${axis} />
        </ol>
        <${Axis} axis=${axis} />
        ${lanes.length > MOST && html`<p class="muted note">The table below has ${lanes.length - MOST} more.</p>`}
      <//>`
    }
    <${Table}
      caption="What has been wrong"
      columns=${columnsOf(now)}
      items=${findings}
      keyOf=${(f) => [f.kind, f.subject, f.actorType, f.startedAt].join(' ')}
      none="Nothing has been wrong."
      most=${20}
      rowClass=${(f) => (isChosen(f) ? 'chosen' : '')}
    />
    ${
      data.changes.length > 0 &&
      html`<${Panel} title="Changes of settings">
        <ul class="text">
          ${data.changes.map((c) => html`<li><a href="#/settings">${when(c.at)}</a> <bdi>${c.what}</bdi></li>`)}
        </ul>
      <//>`
    }
  `;
}

export const timeline = {
  title: 'Timeline',
  ranged: true,
  about:
    'What has been wrong in this actor system since the process started, also before the page was opened. A bar ' +
    'that reaches the right end is still open. Each lane is one kind of trouble of one actor type.',
  load: () => get('timeline'),
  View: Timeline,
};
