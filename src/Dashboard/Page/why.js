import { el, text, attr, show, keyed } from './dom.js';
import { since } from './format.js';
import { typePage } from './status.js';

/** The answer to “why?” below the status line. It opens to all causes, with their evidence. */
export function whyLine(root) {
  const details = el('details', root), head = el('summary', details), list = el('ol', details, 'causes'), unchecked = el('p', details, 'muted');
  el('b', head, '', 'Why? '); const answer = el('span', head);
  return ({ answer: first, causes, unchecked: missing }, now) => {
    text(answer, first);
    keyed(list, causes, c => `${c.kind} ${c.actor} ${c.path} ${c.what}`, () => {
      const node = el('li'), row = { node, what: el('b', node), certainty: el('span', node, 'muted') };
      row.evidence = el('ul', node); row.next = el('p', node); row.type = el('a', node);
      return row;
    }, (row, c) => {
      text(row.what, c.what); text(row.certainty, ` ${c.certainty}${c.seconds > 0 ? `, ${since(now, c.seconds)}` : ''}`);
      keyed(row.evidence, c.evidence, (e, i) => i, () => ({ node: el('li') }), (line, e) => text(line.node, e));
      text(row.next, `Next: ${c.next}`);
      show(row.type, c.actor !== '' && !c.actor.startsWith('_')); text(row.type, c.actor); attr(row.type, 'href', typePage(c.actor));
    });
    text(unchecked, missing.length ? `Not checked: ${missing.join('; ')}.` : ''); show(unchecked, missing.length > 0);
    show(root, true);
  };
}
