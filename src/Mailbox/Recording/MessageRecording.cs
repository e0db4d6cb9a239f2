using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The messages of one mailbox. Each is counted in the cell of its type. Rules and sampling decide whether it is also measured and traced. The rules
/// and the counts are kept here. The open invoke is kept in <see cref="RunRecording"/>. Used by the thread that runs the mailbox.
/// </summary>
internal struct MessageRecording
{
    /// <summary>The cells of the message types so far. A collector reads them too.</summary>
    public MessageCells Cells;

    private ActorRules? _rules;

    /// <summary>What the rules say about the actor; null before it has started. Senders read it too.</summary>
    public readonly ActorRules? Rules
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _rules;
    }

    /// <summary>Number of messages counted so far.</summary>
    public readonly long Counted
    {
        get
        {
            var sum = 0L;
            foreach (var cell in Cells)
            {
                sum += cell.Messages;
            }

            return sum;
        }
    }

    /// <summary>The actor has started, so its rules can be determined. The first result stays until the rules change.</summary>
    public ActorRules Attach(AkkaInstrumentationExtension system, ActorCell cell) => _rules ??= system.RulesFor(cell);

    /// <summary>Applies rules that were changed at run time. The mailbox's message types are judged again; their counts stay.</summary>
    /// <param name="rules">The rules in force.</param>
    /// <param name="mailbox">The mailbox of this recording.</param>
    public void Follow(RuleSet rules, MailboxRecorder mailbox)
    {
        if (_rules is { } old && !ReferenceEquals(old.Set, rules))
        {
            Change(old, rules, mailbox);
        }
    }

    /// <summary>The names of a message without Akka's wrapper, and what the rules say about it.</summary>
    public (MessageTypeInfo Info, Verdict Verdict) VerdictOf(ActorTypeInfo actor, object message)
    {
        var cell = Cells.For(actor, _rules!, message.GetType());
        return (cell.Info, VerdictOf(cell, message));
    }

    /// <summary>The actor gets a message.</summary>
    /// <param name="mailbox">The mailbox of this recording.</param>
    /// <param name="actor">The actor's type.</param>
    /// <param name="next">The message.</param>
    /// <param name="now">The time; 0 when the clock has not been read.</param>
    public void Open(MailboxRecorder mailbox, ActorTypeInfo actor, in StampedEnvelope next, long now)
    {
        // Without an instrumented run, the end of the last invoke of a batch is not seen. So there is no span and no processing time.
        var isInRun = mailbox.Running.IsInRun;
        if (!isInRun)
        {
            Listen(mailbox);
        }

        var cell = Cells.For(actor, _rules!, next.Message.GetType());
        if (!cell.IsPlain)
        {
            OpenByRule(mailbox, actor, cell, next, now, isInRun);
            return;
        }

        if (mailbox.Running.Listening.ToCounts)
        {
            cell.Count();
        }

        var tracing = isInRun && mailbox.Running.Listening.ToSpans;
        if (!next.Stamp.IsNone || !mailbox.SendersDraw || (tracing && next.Origin is null && mailbox.Instrumentation.Roots.AsksSdk))
        {
            SampledMessage.Open(mailbox, cell.Info, cell.Verdict, next, now, tracing, isInRun);
        }
        else if (tracing)
        {
            mailbox.EnterUnsampled(next.Origin);
            if (mailbox.Candidate.IsOn)
            {
                mailbox.Candidate.Begin(now != 0 ? now : CoarseClock.Now);
                if (mailbox.Candidate.IsAboutTime || mailbox.Candidate.HasMore || next.Metadata is { Origin: not { IsRootOfOurs: true } })
                {
                    SampledMessage.Remember(mailbox, cell.Info, cell.Verdict, next, now);
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Change(ActorRules old, RuleSet rules, MailboxRecorder mailbox)
    {
        try
        {
            var changed = rules.For(mailbox.Owner.PathOnce, old.Actor, old.Props);
            foreach (var cell in Cells)
            {
                cell.ApplyRules(changed);
            }

            _rules = changed;
            mailbox.KeepLast(changed);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Rules, e);
        }
    }

    // On a dispatcher that is not instrumented, each message asks who listens.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Listen(MailboxRecorder mailbox)
    {
        var settings = mailbox.Instrumentation.Settings;
        Follow(settings.Rules, mailbox);
        mailbox.Running.Listen(settings);
    }

    // The type is one of Akka's wrappers, shares its cell with other types, or matches a rule.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenByRule(MailboxRecorder mailbox, ActorTypeInfo actor, MessageCell cell, in StampedEnvelope next, long now, bool isInRun)
    {
        var message = next.Message;
        if (cell.Info.IsWrapper)
        {
            message = InnerMessage.Of(message);
            cell = Cells.For(actor, _rules!, message.GetType());
        }

        var verdict = VerdictOf(cell, message);
        var listening = mailbox.Running.Listening;
        if (listening.ToCounts && verdict.Measure)
        {
            cell.Count();
        }

        var tracing = isInRun && listening.ToSpans;
        if (!tracing && next.Stamp.IsNone && mailbox.SendersDraw)
        {
            // Only counted. A persistent actor also measures its writes.
            if (listening.ToCounts)
            {
                mailbox.Relay?.Takes(actor, next, now, verdict.Measure);
            }

            return;
        }

        SampledMessage.Open(mailbox, cell.Info, verdict, next, now, tracing, isInRun);
    }

    private readonly Verdict VerdictOf(MessageCell cell, object message) => cell.IsOfMany ? _rules!.For(message.GetType()) : cell.Verdict;
}
