// The history, with as much of it as the chosen time needs.
// @ts-check
import { get } from './api.js';

const HOUR = 3600;

/** @param {Record<string, string>} params @param {string} [type] */
export function getHistory(params, type) {
  const isLong = params.range === '1h' || params.range === '24h' || Number(params.from) < Date.now() / 1000 - HOUR;
  return get('history', { type, day: isLong ? 'on' : '' });
}
