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
 * A table. A column is { head, value(item), num, make(cell), update(cell, item), className, sort(item), title }: its value as text, or what make and update do. A
 * column with sort can be sorted by its head; until then the items stand in their own order. The first column is the row's header. On a phone each row
 * becomes a card, so the roles are written out.
 */
export function table(parent, caption, columns, none) {
  const panel = el('section', parent, 'panel');
  el('h3', panel, 'head', caption);
  const node = el('table', panel);
  attr(node, 'role', 'table'); attr(node, 'aria-label', caption);
  const group = el('thead', node), body = el('tbody', node), head = el('tr', group);
  attr(group, 'role', 'rowgroup'); attr(body, 'role', 'rowgroup'); attr(head, 'role', 'row');
  let order = null, latest = null;
  columns.forEach(column => {
    const th = el('th', head, column.num ? 'num' : '', column.sort ? undefined : column.head);
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
  const empty = el('p', panel, 'empty', none);
  const make = () => {
    const tr = el('tr'), cells = columns.map((column, i) => {
      const cell = el(i === 0 ? 'th' : 'td', tr, `${column.num ? 'num ' : ''}${column.className ?? ''}`.trim());
      if (i === 0) cell.scope = 'row';
      attr(cell, 'role', i === 0 ? 'rowheader' : 'cell');
      cell.dataset.label = column.head;
      column.make?.(cell);
      return cell;
    });
    attr(tr, 'role', 'row');
    return { node: tr, cells };
  };
  function update(items, keyOf) {
    latest = [items, keyOf];
    const sorted = order ? [...items].sort((a, b) => (order.down ? -1 : 1) * compare(order.column.sort(a), order.column.sort(b))) : items;
    keyed(body, sorted, keyOf, make, (row, item) => columns.forEach((column, i) =>
      column.update ? column.update(row.cells[i], item) : text(row.cells[i], column.value(item))));
    show(empty, items.length === 0);
    show(node, items.length > 0);
  }
  return update;
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
