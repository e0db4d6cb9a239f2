// What all components know: the time of the answers, the time that is looked at, and how to ask again.
// @ts-check
import { createContext, useContext } from '../lib/preact.js';
import { LATEST } from '../lib/range.js';

/**
 * @typedef {object} Page
 * @property {import('../data/answers.d.ts').Status} status
 * @property {string} now The clock of the application.
 * @property {import('../lib/range.js').Chosen} range
 * @property {Record<string, string>} params Of the open view.
 * @property {string} view
 * @property {() => void} refresh
 * @property {boolean} infrastructure Whether infrastructure is shown, too.
 * @property {(on: boolean) => void} showInfrastructure
 */

const empty = { now: '', range: LATEST, params: {}, view: '', refresh() {}, infrastructure: false };

export const PageContext = createContext(/** @type {any} */ (empty));

/** @returns {Page} */
export const usePage = () => useContext(PageContext);
