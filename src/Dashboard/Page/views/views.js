// All views, in groups, as the navigation shows them. Each is { title, about, load, View } and, if it shows the time
// that was chosen, ranged.
// @ts-check
import { overview } from './overview.js';
import { map } from './map.js';
import { traces } from './traces.js';
import { actors } from './actors.js';
import { mailboxes } from './mailboxes.js';
import { threads } from './threads.js';
import { timeline } from './timeline.js';
import { failures } from './failures.js';
import { lost } from './lost.js';
import { logs } from './logs.js';
import { cluster } from './cluster.js';
import { settings } from './settings.js';
import { type } from './type.js';

/**
 * @typedef {object} View
 * @property {string} title
 * @property {string} about
 * @property {boolean} [ranged]
 * @property {(params: Record<string, string>, memory: any, status: any) => Promise<any>} load
 *   Memory is the view's own for as long as it is open.
 * @property {(props: { data: any, params: Record<string, string>, memory: any }) => any} View
 */

/** @type {Record<string, View>[]} */
export const groups = [
  { overview, map, traces },
  { actors, mailboxes, threads },
  { timeline, failures, lost, logs },
  { cluster, settings },
];

/** @type {Record<string, View>} */
export const views = Object.assign(Object.create(null), { type }, ...groups);

/** The names and titles of the views in the navigation. @type {[string, string][]} */
export const titles = groups.flatMap((group) => Object.entries(group).map(([name, { title }]) => [name, title]));
