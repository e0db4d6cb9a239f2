// A table that can be sorted by its heads. Of many rows the first are shown, the rest on demand. On a phone each row
// is one line that opens.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { usePhone } from './hooks.js';
import { More } from './more.js';

/**
 * @typedef {object} Column
 * @property {string} head
 * @property {string} [group] Columns with the same group have a head in common.
 * @property {string} [label] The head without its group.
 * @property {(item: any) => any} value
 * @property {(item: any) => any} [sort] Until somebody sorts, the items stand in their own order.
 * @property {boolean} [num]
 * @property {string} [title]
 * @property {string} [class]
 * @property {(item: any) => boolean} [isBad]
 * @property {(item: any) => number | null | undefined} [bar] The largest, or least, is as wide as its cell.
 * @property {string} [kind] The colour of the bar.
 * @property {number} [least]
 * @property {boolean} [phone] Beside the first column on a phone's line.
 */

const PHONE_ROWS = 10;

/**
 * @param {{ caption: string, columns: Column[], items: any[], keyOf: (item: any) => string | number, none: string,
 *   most?: number, tools?: any, class?: string, rowClass?: (item: any) => string }} props
 */
export function Table({
  caption,
  columns,
  items,
  keyOf,
  none,
  most = Infinity,
  tools,
  class: className = '',
  rowClass,
}) {
  const isPhone = usePhone();
  const [order, setOrder] = useState(/** @type {{ head: string, down: boolean } | null} */ (null));
  const [isWhole, setWhole] = useState(false);
  const limit = isPhone ? Math.min(most, PHONE_ROWS) : most;
  const sorted = sortedBy(items, columns, order);
  const shown = isWhole ? sorted : sorted.slice(0, limit);
  const Rows = isPhone ? Lines : Grid;
  return html`<section class="panel ${className}" aria-label=${caption}>
    <div class="head choices">
      <h3>${caption}</h3>
      ${tools}
    </div>
    ${
      items.length === 0
        ? html`<p class="empty">${none}</p>`
        : html`<${Rows} ...${{ caption, columns, items, shown, keyOf, order, setOrder, rowClass }} />`
    }
    <${More} count=${items.length} ...${{ limit, isWhole }} onToggle=${() => setWhole(!isWhole)} />
  </section>`;
}

function sortedBy(items, columns, order) {
  const column = order && columns.find((c) => nameOf(c) === order.head);
  if (!column?.sort) return items;
  const sign = order.down ? -1 : 1;
  return [...items].sort((a, b) => sign * compare(column.sort(a), column.sort(b)));
}

const compare = (a, b) => (typeof a === 'string' ? a.localeCompare(b) : (a ?? -1) - (b ?? -1));
const nameOf = (column) => column.label ?? column.head;

// By the column's own direction, then the other way round, then in the items' own order.
function nextOrder(order, column) {
  const first = !!column.num;
  if (order?.head !== nameOf(column)) return { head: nameOf(column), down: first };
  return order.down === first ? { head: nameOf(column), down: !first } : null;
}

function Grid({ caption, columns, items, shown, keyOf, order, setOrder, rowClass }) {
  const isFirst = (i) => !!columns[i].group && columns[i - 1]?.group !== columns[i].group;
  const hasGroups = columns.some((c) => c.group);
  const highest = columns.map((c) => c.bar && Math.max(c.least ?? 1e-9, ...items.map((item) => c.bar(item) ?? 0)));
  const classOf = (c, i) => [c.num && 'num', isFirst(i) && 'first', c.class].filter(Boolean).join(' ');
  return html`<table aria-label=${caption}>
    <thead>
      ${hasGroups && html`<${GroupHeads} columns=${columns} isFirst=${isFirst} />`}
      <tr>
        ${columns.map(
          (c, i) =>
            html`<th
              key=${i}
              scope="col"
              class=${classOf(c, i)}
              title=${c.title}
              aria-sort=${order?.head === nameOf(c) ? (order.down ? 'descending' : 'ascending') : undefined}
            >
              ${
                c.sort
                  ? html`<button type="button" class="sort" onClick=${() => setOrder(nextOrder(order, c))}>
                      ${c.head}
                    </button>`
                  : c.head
              }
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${shown.map(
        (item) =>
          html`<tr key=${keyOf(item)} class=${rowClass?.(item)}>
            ${columns.map((c, i) => {
              const share = c.bar && (c.bar(item) ?? 0) / highest[i];
              const look = `${classOf(c, i)} ${c.bar ? `bar-${c.kind}` : ''} ${c.isBad?.(item) ? 'hit' : ''}`.trim();
              const style = c.bar ? { '--share': share.toFixed(3) } : undefined;
              return i === 0
                ? html`<th key=${i} scope="row" class=${look}>${c.value(item)}</th>`
                : html`<td key=${i} class=${look} style=${style}>${c.value(item)}</td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function GroupHeads({ columns, isFirst }) {
  return html`<tr>
    ${columns.map((c, i) => {
      if (c.group && !isFirst(i)) return null;
      const span = c.group ? columns.filter((other) => other.group === c.group).length : 1;
      return c.group
        ? html`<th key=${i} scope="colgroup" colspan=${span} class="first">${c.group}</th>`
        : html`<td key=${i}></td>`;
    })}
  </tr>`;
}

function Lines({ caption, columns, shown, keyOf, rowClass }) {
  const [first, ...rest] = columns;
  const heads = [first, ...rest.filter((c) => c.phone)].map(nameOf);
  return html`<p class="line-heads muted" aria-hidden="true">${heads.map((head) => html`<span>${head}</span>`)}</p>
    <ul class="lines-of" aria-label=${caption}>
      ${shown.map((item) => {
        const name = `${keyOf(item)}`;
        return html`<${Line} key=${name} ...${{ item, columns, name }} look=${rowClass?.(item)} />`;
      })}
    </ul>`;
}

// One line, which opens by a tap anywhere but on a link.
function Line({ item, columns, name, look }) {
  const [isOpen, setOpen] = useState(false);
  const [first, ...rest] = columns;
  const tap = (e) => e.target.closest('a, button') || setOpen(!isOpen);
  return html`<li class=${look}>
    <div class="line" onClick=${tap}>
      <button
        type="button"
        class="open"
        aria-expanded=${isOpen}
        aria-label="More of ${name}"
        onClick=${() => setOpen(!isOpen)}
      ></button>
      <span class="who">${first.value(item)}</span>
      ${rest
        .filter((c) => c.phone)
        .map((c) => html`<span class=${c.isBad?.(item) ? 'hit' : ''}>${c.value(item)}</span>`)}
    </div>
    ${isOpen && html`<${Rest} item=${item} columns=${rest} />`}
  </li>`;
}

function Rest({ item, columns }) {
  return html`<dl>
    ${columns.map(
      (c) =>
        html`<div class=${c.class}>
          <dt>${nameOf(c)}</dt>
          <dd class=${c.isBad?.(item) ? 'hit' : ''}>${c.value(item)}</dd>
        </div>`,
    )}
  </dl>`;
}
