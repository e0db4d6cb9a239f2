// Whether the views show infrastructure too: regions, journals, actors of streams. One switch for all views, off until
// somebody wants it.
// @ts-check
import { html } from '../lib/preact.js';
import { usePage } from './page-context.js';

export function InfrastructureSwitch() {
  const { infrastructure, showInfrastructure } = usePage();
  return html`<button
    type="button"
    class="button switch"
    title="Regions, journals, actors of streams and other actors that are not the application’s"
    aria-pressed=${infrastructure}
    onClick=${() => showInfrastructure(!infrastructure)}
  >
    Infrastructure
  </button>`;
}
