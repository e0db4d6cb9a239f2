// What a viewer chose stays in this browser, where the browser keeps anything.

const read = key => { try { return localStorage.getItem(`akka-dashboard.${key}`) ?? ''; } catch { return ''; } };
const write = (key, value) => { try { localStorage.setItem(`akka-dashboard.${key}`, value); } catch { /* it is not kept */ } };

/** A set of words. */
export function remembered(key) {
  const words = new Set(read(key).split(' ').filter(Boolean));
  return { has: word => words.has(word), add: word => { if (!words.has(word)) { words.add(word); write(key, [...words].join(' ')); } } };
}

/** The choice between light, dark and what the system has. */
export function startTheme(select) {
  const apply = theme => theme ? document.documentElement.dataset.theme = theme : delete document.documentElement.dataset.theme;
  select.value = ['light', 'dark'].includes(read('theme')) ? read('theme') : '';
  apply(select.value);
  select.onchange = () => { apply(select.value); write('theme', select.value); };
}
