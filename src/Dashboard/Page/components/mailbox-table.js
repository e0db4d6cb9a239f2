// Mailboxes, with what comes in, what goes out, and how they change.
// @ts-check
import { html } from '../lib/preact.js';
import { count, perSecond, seconds } from '../lib/format.js';
import { arriving, trendOf } from '../lib/mailboxes.js';
import { ActorName, TypeName } from './names.js';
import { Spark } from './spark.js';
import { Table } from './table.js';

/** @type {import('./table.js').Column[]} */
const columns = [
  { head: 'Mailbox of', class: 'path', sort: (m) => m.path, value: (m) => html`<${ActorName} path=${m.path} />` },
  { head: 'type', class: 'name', sort: (m) => m.type, value: (m) => html`<${TypeName} type=${m.type} />` },
  {
    head: 'waiting',
    num: true,
    phone: true,
    value: (m) => count(m.depth),
    sort: (m) => m.depth,
    bar: (m) => m.depth,
    kind: 'wait',
    least: 20,
  },
  {
    head: 'oldest message',
    num: true,
    value: (m) => seconds(m.oldestSeconds),
    sort: (m) => m.oldestSeconds,
    bar: (m) => m.oldestSeconds,
    kind: 'age',
    least: 1,
  },
  {
    head: 'in/s',
    num: true,
    title: 'What is handled, and how the mailbox has changed',
    value: (m) => perSecond(arriving(m)),
    sort: arriving,
  },
  {
    head: 'out/s',
    num: true,
    title: 'What its actor handles',
    value: (m) => perSecond(m.handledPerSecond),
    sort: (m) => m.handledPerSecond,
  },
  {
    head: 'trend',
    num: true,
    title: 'How it changed in the last seconds',
    value: trendOf,
    isBad: (m) => trendOf(m).startsWith('grows'),
  },
];

/**
 * Seen has the depths of each mailbox since somebody looks.
 * @param {{ caption: string, mailboxes: any[], none: string, withType?: boolean, seen?: Map<string, number[]> }} props
 */
export function MailboxTable({ caption, mailboxes, none, withType = true, seen }) {
  const own = columns.filter((c) => withType || c.head !== 'type');
  const spark = {
    head: 'waiting, since opened',
    title: 'The last minute of it',
    value: (m) => html`<${Spark} kind="wait" values=${seen?.get(m.path) ?? []} least=${2} />`,
  };
  return html`<${Table}
    caption=${caption}
    columns=${seen ? [...own, spark] : own}
    items=${mailboxes}
    keyOf=${(m) => m.path}
    none=${none}
  />`;
}
