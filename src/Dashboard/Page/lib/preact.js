// The library that draws the page: Preact, with templates by htm, which needs no build step.
// @ts-check
import { h } from '../vendor/preact.js';
import htm from '../vendor/htm.js';

export const html = htm.bind(h);
export { render, createContext, Component, Fragment } from '../vendor/preact.js';
export { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/hooks.js';
