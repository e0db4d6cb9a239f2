import { el, text, attr, show } from './dom.js';

// Where the troubles of each kind are shown.
const places = {
  __proto__: null, blocking: 'threads', awaiting: 'threads', starved: 'threads', growing: 'mailboxes', late: 'mailboxes', lost: 'lost', restarting: 'failures', failing: 'failures', persisting: 'actors', unreadable: 'cluster', lost_node: 'cluster', unreachable: 'cluster', cut_off: 'cluster', leaking: 'actors',
};

/** The links to the views, in groups, each with the number of troubles that it shows. On a phone a button opens them. */
export function navigation(root, menu, groups) {
  const links = new Map();
  for (const group of groups) {
    const list = el('ul', root);
    for (const [name, view] of Object.entries(group)) {
      const link = el('a', el('li', list), '', view.title), count = el('span', link, 'count');
      link.href = `#/${name}`;
      links.set(name, { link, number: el('span', count), words: el('span', count, 'hidden') });
      show(count, false);
    }
  }
  // Whether there is a cluster is known with the first answer.
  show(links.get('cluster').link.parentNode, false);
  const open = isOpen => { root.classList.toggle('open', isOpen); attr(menu, 'aria-expanded', isOpen); };
  menu.onclick = () => open(!root.classList.contains('open'));
  root.onkeydown = e => { if (e.key === 'Escape' && root.classList.contains('open')) { open(false); menu.focus(); } };

  return {
    choose(name) {
      for (const [other, { link }] of links) other === name ? attr(link, 'aria-current', 'page') : link.removeAttribute('aria-current');
      open(false);
    },
    count({ counts, others, cluster }) {
      if (cluster) show(links.get('cluster').link.parentNode, true);
      for (const [name, { number, words }] of links) {
        const n = counts.reduce((sum, c) => sum + (places[c.kind] === name ? c.count : 0), 0) + (name === 'cluster' ? others.length : 0);
        text(number, `${n}`); text(words, n === 1 ? ' trouble' : ' troubles'); show(number.parentNode, n > 0);
      }
    },
  };
}
