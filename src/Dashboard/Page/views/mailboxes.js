// Mailboxes in which messages wait: the deepest, those with the oldest message, and those that grow.
// @ts-check
import { html } from '../lib/preact.js';
import { count } from '../lib/format.js';
import { get } from '../data/api.js';
import { MailboxTable } from '../components/mailbox-table.js';

const MINUTE = 60;
// Of so few one table has all.
const FEW = 8;

function Mailboxes({ data, memory }) {
  const { seen } = memory;
  if (!data.waiting) {
    return html`<p class="notice plain" role="status">
      No message waits in any mailbox. This view fills when one does.
    </p>`;
  }
  const words = data.waiting === 1 ? '1 mailbox' : `${count(data.waiting)} mailboxes`;
  return html`
    <p class="muted" role="status">Messages wait in ${words}.</p>
    <${MailboxTable} caption="Deepest" mailboxes=${data.deepest} none="No message waits." seen=${seen} />
    ${
      data.waiting > FEW &&
      html`<${MailboxTable}
          caption="Oldest message"
          mailboxes=${data.oldest}
          none="No waiting message has a known time."
          seen=${seen}
        />
        <${MailboxTable} caption="Fastest growing" mailboxes=${data.growing} none="None grows." seen=${seen} />`
    }
  `;
}

export const mailboxes = {
  title: 'Mailboxes',
  about:
    'Mailboxes in which messages wait now. Under load not every message has a timestamp, so the age of the oldest ' +
    'message can be missing or a little too low.',
  async load(_, memory) {
    const data = await get('mailboxes');
    // Only the page knows how a single mailbox has been: each answer is a point, as long as the mailbox is listed.
    const before = memory.seen ?? new Map();
    memory.seen = new Map(
      [...data.growing, ...data.oldest, ...data.deepest].map((m) => [
        m.path,
        [...(before.get(m.path) ?? []), m.depth].slice(-MINUTE),
      ]),
    );
    return data;
  },
  View: Mailboxes,
};
