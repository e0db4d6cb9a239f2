// Log lines: equal ones that follow each other are one, with a count.
// @ts-check

/** @import { LogLine } from '../data/answers.d.ts' */

// Numbers and ids differ between lines that say the same.
const shapeOf = (text) => text.replace(/[0-9a-f]{16,}|\d+/gi, '#');

/**
 * @template {{ at: string, level: string, text: string, category: string }} T
 * @param {T[]} lines In the order of time, or the latest first.
 * @param {(line: T) => string} [kindOf] Lines of other kinds stay apart.
 */
export function folded(lines, kindOf = () => '') {
  /** @type {{ key: string, line: T, shape: string, count: number, first: string, lines: T[] }[]} */
  const groups = [];
  const known = new Map();
  for (const line of lines) {
    const shape = `${kindOf(line)} ${line.level} ${line.category} ${shapeOf(line.text)}`;
    const group = groups.at(-1);
    if (group && group.shape === shape) {
      group.count++;
      group.first = line.at;
      group.lines.push(line);
      continue;
    }
    const nth = (known.get(shape) ?? 0) + 1;
    known.set(shape, nth);
    groups.push({ key: `${shape} ${nth}`, shape, line, count: 1, first: line.at, lines: [line] });
  }
  return groups;
}

const MINUTE = 60000;

/** Errors of the last minute. @param {LogLine[]} lines @param {string} now */
export const recentErrors = (lines, now) =>
  lines.filter((line) => line.failed && Date.parse(now) - Date.parse(line.at) < MINUTE).length;
