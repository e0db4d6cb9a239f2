namespace AkkaInstrumentation;

/// <summary>
/// Places for 64 live mailboxes. A walk and a starting or stopping actor share only its lock, and only while
/// 64 mailboxes are read.
/// </summary>
internal sealed class MailboxSegment(int side)
{
    public const int Size = 64;

    private readonly ObservedMailbox?[] _mailboxes = new ObservedMailbox?[Size];
    private int _side = side;
    private int _peakOfGone;

    public void Put(int place, ObservedMailbox mailbox)
    {
        lock (_mailboxes)
        {
            _mailboxes[place] = mailbox;
        }
    }

    /// <summary>Removes a mailbox and adds its counts to its message types. Collectors see this as one step.</summary>
    public void Take(int place)
    {
        lock (_mailboxes)
        {
            var mailbox = _mailboxes[place]!;
            _mailboxes[place] = null;
            _peakOfGone = Math.Max(_peakOfGone, mailbox.Depths.Peak.Take());
            foreach (var cell in mailbox.Cells)
            {
                if (cell.Messages is > 0 and var messages)
                {
                    cell.Kind.Info.Retire(_side, messages);
                }
            }
        }
    }

    /// <summary>Reads the live mailboxes and changes the side. Mailboxes that stop later are left to the next walk. Collector's thread.</summary>
    public void Visit(int side, ref DepthTotals depths)
    {
        lock (_mailboxes)
        {
            _side = side;
            depths.Peak = Math.Max(depths.Peak, _peakOfGone);
            _peakOfGone = 0;
            foreach (var mailbox in _mailboxes)
            {
                if (mailbox is not null)
                {
                    depths.Add(mailbox);
                    foreach (var cell in mailbox.Cells)
                    {
                        cell.Kind.Info.AddLive(cell.Messages);
                    }
                }
            }
        }
    }

    /// <inheritdoc cref="MailboxRegistry.Deep"/>
    public bool Deep(int least, List<DeepMailbox> deep)
    {
        var waits = false;
        lock (_mailboxes)
        {
            foreach (var mailbox in _mailboxes)
            {
                if (mailbox?.DepthOrNone is > 0 and var depth)
                {
                    waits = true;
                    if (depth >= least)
                    {
                        deep.Add(new(mailbox, depth));
                    }
                }
            }
        }

        return waits;
    }

    /// <inheritdoc cref="MailboxRegistry.FindLate"/>
    public void FindLate(LateMailboxes late)
    {
        lock (_mailboxes)
        {
            foreach (var mailbox in _mailboxes)
            {
                if (mailbox is not null)
                {
                    late.Add(mailbox);
                }
            }
        }
    }

    /// <inheritdoc cref="MailboxRegistry.VisitWaiting"/>
    public void VisitWaiting(IMailboxVisitor visitor)
    {
        lock (_mailboxes)
        {
            foreach (var mailbox in _mailboxes)
            {
                if (mailbox?.DepthOrNone is > 0 and var depth)
                {
                    visitor.Visit(mailbox, depth);
                }
            }
        }
    }
}
