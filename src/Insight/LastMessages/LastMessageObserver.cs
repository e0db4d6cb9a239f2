using System.Runtime.CompilerServices;
using Akka.Actor.Scheduler;

namespace AkkaInstrumentation;

/// <summary>Keeps the last messages of an actor for which a rule sets <c>last-messages</c>, and writes them to the log when one fails.</summary>
/// <param name="lines">The lines of the actor system.</param>
/// <param name="capacity">How many messages are kept.</param>
/// <param name="next">The next observer.</param>
internal sealed class LastMessageObserver(FailureLines lines, int capacity, MessageObserver? next) : MessageObserver(next)
{
    private readonly LastMessageRing _ring = new(capacity);

    public int Capacity => _ring.Capacity;

    public override bool SeesEveryMessage => true;

    /// <summary>The last messages of the actor with a mailbox, the latest first; null where they are not kept. Any thread.</summary>
    public static IReadOnlyList<AkkaLastMessage>? Of(ObservedMailbox? mailbox) =>
        (mailbox as MailboxRecorder)?.Observer?.Find<LastMessageObserver>()?._ring.Read();

    public override long Begin(in BegunMessage message)
    {
        base.Begin(message);
        if (!message.IsInRun)
        {
            // the end of the previous message was not seen
            _ring.End(now: 0, hasFailed: false);
        }

        var sent = message.Message;
        return _ring.Begin(message.Info.NameFor(sent.Message), sent.Sender, message.Now, message.Waited, sent.Message is IScheduledTellMsg);
    }

    public override void Failed(PendingFailure failure, MailboxRecorder mailbox, long now, bool hasSpan)
    {
        base.Failed(failure, mailbox, now, hasSpan);
        _ring.End(now, hasFailed: true);
        if (mailbox is not { Cell: { } cell, Type: { } type })
        {
            return;
        }

        // The last messages go to the log, within its limit, and to the message's span if it has one that shows events.
        var logs = lines.TryTake(type, now, out var heldBack);
        if (!logs && !(hasSpan && failure.HasSpanEvents))
        {
            return;
        }

        var text = LastMessageLines.Format(_ring.Read());
        if (logs)
        {
            lines.Write(cell.Self.Path.ToString()!, cell.Props.Type, failure.Cause, text, heldBack);
        }

        failure.LastMessages = text;
    }

    public override void Ended(long number, long now, bool hasFailed)
    {
        base.Ended(number, now, hasFailed);
        _ring.End(number, now, hasFailed);
    }

    public override void Unhandled()
    {
        base.Unhandled();
        _ring.Expect(AkkaMessageOutcome.Unhandled);
    }

    public override void Stashed()
    {
        base.Stashed();
        _ring.Expect(AkkaMessageOutcome.Stashed);
    }
}

/// <summary>Creates the observers that keep as many of an actor's last messages as the rules set. When the number changes, the messages so far are
/// dropped.</summary>
internal sealed class LastMessageObservers : ObserverFactory
{
    // Weak, because an actor system that has ended must not be kept alive.
    private static readonly ConditionalWeakTable<AkkaInstrumentationExtension, FailureLines> Lines = [];

    /// <summary>The lines of an actor system. Any thread.</summary>
    public static FailureLines LinesOf(AkkaInstrumentationExtension system) => Lines.GetValue(system, static it => new(it.System));

    protected override MessageObserver? Apply(MessageObserver? observers, AkkaInstrumentationExtension system, ActorRules rules)
    {
        var before = observers as LastMessageObserver;
        if (rules.LastMessages == (before?.Capacity ?? 0))
        {
            return observers;
        }

        var others = before is null ? observers : before.Next;
        return rules.LastMessages == 0 ? others : new LastMessageObserver(LinesOf(system), rules.LastMessages, others);
    }
}
