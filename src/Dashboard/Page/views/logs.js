// The latest log lines of the application, as a log looks: equal lines that follow each other are one, with a count.
// @ts-check
import { html, useEffect, useState } from '../lib/preact.js';
import { count, some, when } from '../lib/format.js';
import { link } from '../lib/links.js';
import { folded, recentErrors } from '../lib/logs.js';
import { rangeParams } from '../lib/range.js';
import { get } from '../data/api.js';
import { Field, Select } from '../components/field.js';
import { usePhone } from '../components/hooks.js';
import { More } from '../components/more.js';
import { TraceName } from '../components/names.js';
import { usePage } from '../components/page-context.js';
import { RichText } from '../components/rich-text.js';

/** @import { Logs as Answer } from '../data/answers.d.ts' */

/** @type {[string, string][]} */
const levels = [
  ['information', 'information and above'],
  ['warning', 'warnings and errors'],
  ['error', 'errors'],
];
/** @type {Record<string, [string, string]>} */
const marks = {
  Critical: ['✕ CRIT', 'bad'],
  Error: ['✕ ERROR', 'bad'],
  Warning: ['▲ WARN', 'warn'],
  Information: ['INFO', 'info'],
};
const LINES = 60;
const PHONE_LINES = 25;
const levelOf = (level) => (levels.some(([name]) => name === level) ? level : 'information');

function Form({ level, find }) {
  const { range } = usePage();
  const [text, setText] = useState(find);
  useEffect(() => setText(find), [find]);
  const go = (next) => {
    location.hash = link('logs', { level, find: text.trim(), ...rangeParams(range), ...next });
  };
  const submit = (e) => {
    e.preventDefault();
    go({});
  };
  return html`<form class="form" role="search" aria-label="Log lines" onSubmit=${submit}>
    <${Select} label="Level" value=${level} options=${levels} onChange=${(value) => go({ level: value })} />
    <${Field}
      label="Line contains"
      name="find"
      value=${text}
      onInput=${(e) => setText(e.target.value)}
      onChange=${() => go({})}
    />
  </form>`;
}

/** @param {Answer} data */
function summaryOf({ matching, kept, lines, omitted }) {
  const match = matching === 1 ? 'line matches' : 'lines match';
  const latest = matching > lines.length ? `; these are the latest ${lines.length}` : '';
  const left = omitted ? ` ${count(omitted)} more came too fast and were left out.` : '';
  return (
    `${count(matching)} ${match}, of the last ${count(kept)} warnings and errors and the last ${count(kept)} others` +
    `${latest}.${left}`
  );
}

function Logs({ data, params }) {
  const { now } = usePage();
  const limit = usePhone() ? PHONE_LINES : LINES;
  const [isWhole, setWhole] = useState(false);
  const errors = recentErrors(data.lines, now);
  const groups = folded(data.lines);
  const shown = isWhole ? groups : groups.slice(0, limit);
  return html`
    <${Form} level=${levelOf(params.level)} find=${params.find ?? ''} />
    <p class="muted" role="status">
      ${errors > 0 && html`<span class="badge">${some(errors, 'error')} in the last minute</span>`} ${summaryOf(data)}
    </p>
    <section class="panel" aria-label="Lines">
      ${
        data.lines.length === 0
          ? html`<p class="empty">No line matches.</p>`
          : html`<ol class="log">
              ${shown.map((group) => html`<${Line} key=${group.key} group=${group} />`)}
            </ol>`
      }
      <${More} count=${groups.length} ...${{ limit, isWhole }} onToggle=${() => setWhole(!isWhole)} />
    </section>
  `;
}

function Line({ group }) {
  const { line, count: times, lines } = group;
  const [isOpen, setOpen] = useState(false);
  const [sign, look] = marks[line.level] ?? [line.level, 'info'];
  return html`<li class=${look}>
    <time datetime=${line.at}>${when(line.at)}</time>
    <b class="level">${sign}</b>
    <span class="text"
      ><${RichText} text=${line.text} /> <small title=${line.category}>${line.category.split('.').pop()}</small></span
    >
    ${
      times > 1 &&
      html`<button type="button" class="times" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
        ${times} alike
      </button>`
    }
    <${TraceName} trace=${line.traceId} kept=${line.traceKept} none="Logged outside of a trace" />
    ${
      isOpen &&
      html`<ol class="alike">
        ${lines.map((one, i) => html`<li key=${i}><time>${when(one.at)}</time> <bdi>${one.text}</bdi></li>`)}
      </ol>`
    }
  </li>`;
}

export const logs = {
  title: 'Logs',
  ranged: true,
  about:
    'The latest log lines of the application, and Akka’s if Akka logs there, too. Warnings and errors are kept ' +
    'from the start of the application, and no other line pushes them out. Information is kept while a page is ' +
    'open, without ASP.NET Core’s lines about requests.',
  load: (/** @type {Record<string, string>} */ { level, find, from, to }) =>
    get('logs', { level: level && levelOf(level), find, from, to: to && Number(to) + 1 }),
  View: Logs,
};
