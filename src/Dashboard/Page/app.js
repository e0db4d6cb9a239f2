// Draws the page, once it is loaded.
// @ts-check
import { html, render } from './lib/preact.js';
import { App } from './components/app.js';
import { startTheme } from './components/theme.js';
import { comeBack } from './components/sign-in.js';

startTheme();
comeBack();
document.body.replaceChildren();
render(html`<${App} />`, document.body);
