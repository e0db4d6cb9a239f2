// Elements, written only where something has changed: what has the focus, or is selected, stays.

export const text = (node, value) => { if (node.textContent !== value) node.textContent = value; };
export const show = (node, visible) => { if (node.hidden === visible) node.hidden = !visible; };
export const attr = (node, name, value) => { if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value); };

export function el(tag, parent, className, content) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (content !== undefined) node.textContent = content;
  parent?.append(node);
  return node;
}

export function svg(tag, parent, attributes = {}) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

/** Keeps one child of a parent for each item, in their order. */
export function keyed(parent, items, keyOf, make, update) {
  const known = parent.known ??= new Map(), wanted = new Set(items.map(keyOf));
  for (const [key, row] of known) if (!wanted.has(key)) { row.node.remove(); known.delete(key); }
  items.forEach((item, i) => {
    const key = keyOf(item, i);
    if (!known.has(key)) known.set(key, make(item));
    const row = known.get(key);
    if (parent.children[i] !== row.node) parent.insertBefore(row.node, parent.children[i] ?? null);
    update(row, item);
  });
}

/**
 * A table. A column is { head, value(item), num, make(cell), update(cell, item), className, sort(item), title, group, bar(item), kind, least }: its value as text, or what make and update do. A
 * column with sort can be sorted by its head; until then the items stand in their own order. Columns with the same group have a head in common; the largest bar of a column, least or more, is as wide
 * as its cell. What belongs beside the caption goes into head of what is returned. The first column is the row's header. On a phone each row becomes a card, so the roles are written out. Of more than most items the first are shown, the rest on demand.
 */
export function table(parent, caption, columns, none, most = Infinity) {
  const panel = el('section', parent, 'panel');
  const title = el('div', panel, 'head choices'), node = el('table', panel);
  el('h3', title, '', caption);
  attr(node, 'role', 'table'); attr(node, 'aria-label', caption);
  const group = el('thead', node), body = el('tbody', node), groups = columns.some(c => c.group) ? el('tr', group) : null, head = el('tr', group);
  attr(group, 'role', 'rowgroup'); attr(body, 'role', 'rowgroup');
  for (const row of group.children) attr(row, 'role', 'row');
  let order = null, latest = null, all = false;
  const isFirst = i => !!columns[i].group && columns[i - 1]?.group !== columns[i].group;
  columns.forEach((column, i) => {
    if (groups && (i === 0 || !column.group || isFirst(i))) {
      const over = el(column.group ? 'th' : 'td', groups, isFirst(i) ? 'first' : '', column.group);
      over.colSpan = column.group ? columns.filter(c => c.group === column.group).length : 1;
      if (column.group) { over.scope = 'colgroup'; attr(over, 'role', 'columnheader'); } else attr(over, 'role', 'cell');
    }
    const th = el('th', head, `${column.num ? 'num' : ''}${isFirst(i) ? ' first' : ''}`.trim(), column.sort ? undefined : column.head);
    th.scope = 'col'; attr(th, 'role', 'columnheader');
    if (column.title) th.title = column.title;
    if (!column.sort) return;
    const button = el('button', th, 'sort', column.head);
    button.type = 'button';
    button.onclick = () => {
      order = order?.column !== column ? { column, down: !!column.num } : order.down === !!column.num ? { column, down: !order.down } : null;
      for (const other of head.children) other.removeAttribute('aria-sort');
      if (order) attr(th, 'aria-sort', order.down ? 'descending' : 'ascending');
      if (latest) update(...latest);
    };
  });
  const empty = el('p', panel, 'empty', none), more = el('button', panel, 'more');
  more.type = 'button'; show(empty, false); show(more, false);
  more.onclick = () => { all = !all; update(...latest); };
  const make = () => {
    const tr = el('tr'), cells = columns.map((column, i) => {
      const cell = el(i === 0 ? 'th' : 'td', tr, `${column.num ? 'num ' : ''}${isFirst(i) ? 'first ' : ''}${column.bar ? `bar-${column.kind} ` : ''}${column.className ?? ''}`.trim());
      if (i === 0) cell.scope = 'row';
      attr(cell, 'role', i === 0 ? 'rowheader' : 'cell');
      cell.dataset.label = column.label ?? column.head;
      column.make?.(cell);
      return cell;
    });
    attr(tr, 'role', 'row');
    return { node: tr, cells };
  };
  function update(items, keyOf) {
    latest = [items, keyOf];
    const sorted = order ? [...items].sort((a, b) => (order.down ? -1 : 1) * compare(order.column.sort(a), order.column.sort(b))) : items;
    const highest = columns.map(column => column.bar && Math.max(column.least ?? 1e-9, ...items.map(item => column.bar(item) ?? 0)));
    keyed(body, all ? sorted : sorted.slice(0, most), keyOf, make, (row, item) => columns.forEach((column, i) => {
      column.update ? column.update(row.cells[i], item) : text(row.cells[i], column.value(item));
      if (column.bar) row.cells[i].style.setProperty('--share', ((column.bar(item) ?? 0) / highest[i]).toFixed(3));
    }));
    show(more, items.length > most); text(more, all ? `Show the first ${most} only` : `Show all ${items.length}`);
    show(empty, items.length === 0);
    show(node, items.length > 0);
  }
  return Object.assign(update, { head: title });
}

const compare = (a, b) => typeof a === 'string' ? a.localeCompare(b) : (a ?? -1) - (b ?? -1);

/** A column of links. */
export const linked = (head, value, href) => ({
  head, sort: value,
  make: cell => el('a', cell),
  update: (cell, item) => { text(cell.firstChild, value(item)); attr(cell.firstChild, 'href', href(item)); },
});

export function field(parent, label, name, value = '') {
  const box = el('label', parent, 'field'), input = (el('span', box, '', label), el('input', box));
  input.name = name; input.value = value; input.autocomplete = 'off'; input.spellcheck = false;
  return input;
}

/** A field that filters what is listed below it. Calls changed when its text has changed. */
export function filter(parent, label, changed) {
  const form = el('form', parent, 'form'), input = field(form, label, 'filter');
  attr(form, 'role', 'search');
  form.onsubmit = e => e.preventDefault();
  input.oninput = changed;
  return (...texts) => { const wanted = input.value.trim().toLowerCase(); return !wanted || texts.some(t => t?.toLowerCase().includes(wanted)); };
}
