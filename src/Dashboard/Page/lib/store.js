// What a viewer chose stays in this browser, where the browser keeps anything.
// @ts-check

const name = (key) => `akka-dashboard.${key}`;

export function read(key) {
  try {
    return localStorage.getItem(name(key)) ?? '';
  } catch {
    return '';
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(name(key), value);
  } catch {
    // It is not kept.
  }
}
