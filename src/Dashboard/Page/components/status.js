// The top of every view: the verdict of the health check, what is wrong and with whom, why, and where to look next.
// @ts-check
import { html, useState } from '../lib/preact.js';
import { cardsOf, endedText, systemsText, verdictOf } from '../lib/cards.js';
import { icons } from './icon.js';
import { TroubleCard } from './trouble-card.js';

/** @import { Diagnosis, Failure, Status as StatusAnswer } from '../data/answers.d.ts' */

const SHOWN = 4;
const SHOWN_ELSEWHERE = 2;

/** @param {{ status: StatusAnswer, diagnosis: Diagnosis | null, failures?: Failure[], isWhole: boolean }} props */
export function Status({ status, diagnosis, failures, isWhole }) {
  const [isAll, setAll] = useState(false);
  const [opened, setOpened] = useState(/** @type {Record<string, boolean>} */ ({}));
  const causes = diagnosis?.causes ?? [];
  const cards = cardsOf(status, causes, failures);
  const verdict = verdictOf(status, cards);
  const most = isWhole ? SHOWN : SHOWN_ELSEWHERE;
  const names = [...new Set([...status.troubles, ...causes].map((t) => t.actorType).filter(Boolean))];
  // With no cause the answer is that nothing is wrong, which stands above, or that no cause is known.
  const answer = causes.length ? '' : (diagnosis?.summary ?? '').replace(/^Nothing is wrong\. ?/, '');
  const unchecked = [...new Set([...status.unchecked, ...(diagnosis?.unchecked ?? [])])];
  return html`<section class="panel status ${status.worst} ${isWhole ? 'whole' : 'short'}" aria-label="Status">
    <p class="verdict" role="status">
      <span class="icon" aria-hidden="true">${icons[status.worst]}</span>
      <b>${verdict.word}</b> <span class="summary">${verdict.summary}</span>
      <span class="muted">${verdict.check}</span>
    </p>
    ${status.systems.length > 0 && html`<p class="muted systems">${systemsText(status)}</p>`}
    ${answer && isWhole && html`<p class="muted slowest">${answer}</p>`}
    ${
      cards.length > 0 &&
      html`<ul class="cards" aria-label="Troubles">
        ${(isAll ? cards : cards.slice(0, most)).map(
          (card, i) =>
            html`<${TroubleCard}
              key=${card.key}
              card=${card}
              names=${names}
              status=${status}
              isOpen=${opened[card.key] ?? (isWhole && i === 0)}
              onToggle=${(isOpen) => setOpened({ ...opened, [card.key]: isOpen })}
            />`,
        )}
      </ul>`
    }
    ${
      cards.length > most &&
      html`<button type="button" class="more" onClick=${() => setAll(!isAll)}>
        ${isAll ? 'Show the worst only' : `Show ${cards.length - most} more`}
      </button>`
    }
    ${
      isWhole &&
      status.ended.length > 0 &&
      html`<ul class="muted ended-lately" aria-label="Ended in the last five minutes">
        ${status.ended.map((f) => html`<li><a href="#/timeline">${endedText(f)}</a></li>`)}
      </ul>`
    }
    ${isWhole && unchecked.length > 0 && html`<p class="muted unchecked">Not checked: ${unchecked.join('; ')}.</p>`}
  </section>`;
}
