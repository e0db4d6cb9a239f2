// Whether the views show infrastructure too: regions, journals, actors of streams. One switch for all views, off until somebody wants it.
import { el, attr } from './dom.js';

let on = false;

/** For the question: undefined when it is off. */
export const infrastructure = () => on ? 'on' : undefined;

export function infrastructureSwitch(parent, refresh) {
  const button = el('button', parent, 'button switch', 'Infrastructure');
  button.type = 'button';
  button.title = 'Regions, journals, actors of streams and other actors that are not the application’s';
  attr(button, 'aria-pressed', on);
  button.onclick = () => { on = !on; attr(button, 'aria-pressed', on); refresh(); };
}
