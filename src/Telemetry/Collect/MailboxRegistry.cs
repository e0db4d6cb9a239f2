namespace AkkaInstrumentation;

/// <summary>
/// The live mailboxes of one actor type: a doubly linked list through the recorders, so that an actor costs two
/// references and no node. Any thread; the lock is taken when an actor starts or stops and by a collector.
/// </summary>
internal sealed class MailboxRegistry
{
    private readonly object _lock = new();
    private MailboxRecorder? _first;
    private int _count;

    public void Add(MailboxRecorder mailbox)
    {
        lock (_lock)
        {
            mailbox.Next = _first;
            if (_first is not null)
            {
                _first.Previous = mailbox;
            }

            _first = mailbox;
            _count++;
        }
    }

    /// <summary>Takes the mailbox off the list and its counts over into its message types, as one step for collectors.</summary>
    public void Remove(MailboxRecorder mailbox)
    {
        lock (_lock)
        {
            if (mailbox.Previous is null && !ReferenceEquals(_first, mailbox))
            {
                return;
            }

            Unlink(mailbox);
            foreach (var cell in mailbox.Cells)
            {
                cell?.Info.Retire(cell.Messages);
            }

            _count--;
        }
    }

    /// <summary>Reads live mailboxes and retired counts as one step, so that a sum never goes back when an actor stops.</summary>
    public Totals Collect(IEnumerable<MessageTypeInfo> messageTypes)
    {
        lock (_lock)
        {
            var messages = new Dictionary<MessageTypeInfo, long>();
            foreach (var type in messageTypes)
            {
                messages[type] = type.RetiredMessages;
            }

            var depth = 0L;
            for (var mailbox = _first; mailbox is not null; mailbox = mailbox.Next)
            {
                depth += mailbox.Depth;
                foreach (var cell in mailbox.Cells)
                {
                    if (cell is not null)
                    {
                        messages[cell.Info] = messages.GetValueOrDefault(cell.Info, cell.Info.RetiredMessages) + cell.Messages;
                    }
                }
            }

            return new Totals(_count, depth, messages);
        }
    }

    private void Unlink(MailboxRecorder mailbox)
    {
        if (mailbox.Previous is null)
        {
            _first = mailbox.Next;
        }
        else
        {
            mailbox.Previous.Next = mailbox.Next;
        }

        if (mailbox.Next is not null)
        {
            mailbox.Next.Previous = mailbox.Previous;
        }

        mailbox.Next = mailbox.Previous = null;
    }

    /// <summary>What <see cref="Collect"/> found: live actors, waiting messages, messages processed so far by type.</summary>
    public readonly record struct Totals(int Live, long Depth, Dictionary<MessageTypeInfo, long> Messages);
}
