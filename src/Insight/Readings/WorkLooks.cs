using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Reads what an actor does at a moment, for the background thread, the diagnosis and the page. Any thread; not for each message.</summary>
internal static class WorkLooks
{
    /// <summary>
    /// The message that an actor handles; null when its cell is not known, when the message has changed during the read, and while the
    /// instrumentation works between two messages. The message type is null while the actor starts or stops. The number is read before and after the
    /// message. Akka increments the number just after it has set the message. So the message may be the one that gets the next number, but never one
    /// that has ended.
    /// </summary>
    public static CurrentHandler? ReadHandler(this MailboxRecorder mailbox)
    {
        if (mailbox.IsAtWork || mailbox.Cell is not { } cell)
        {
            return null;
        }

        var envelope = cell.CurrentEnvelopeId;
        var message = cell.CurrentMessage;
        Interlocked.MemoryBarrier();
        return cell.CurrentEnvelopeId == envelope
            ? new CurrentHandler(envelope, message is null ? null : InnerMessage.Unwrap(message).GetType())
            : null;
    }

    /// <summary>The message at work, for people; null when there is none, or when it has just changed.</summary>
    /// <param name="observed">The mailbox.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static AkkaMessageAtWork? DescribeWork(this ObservedMailbox observed, long now)
    {
        if (observed is not MailboxRecorder { Cell: { } cell, Type: { } type } mailbox || mailbox.ReadWork(now) is not { Message: { } message } work)
        {
            return null;
        }

        var thread = work.Awaits ? null : FindThread(mailbox);
        var trace = mailbox.TraceAtWork;
        var sender = cell.Sender;
        var (path, names, noSender) = (
            ActorTypeNames.PathOrNone(sender), mailbox.Instrumentation.ActorNames, mailbox.Instrumentation.System.DeadLetters);
        return mailbox.ReadWork(now) is var again && again.Envelope == work.Envelope && ReferenceEquals(again.Message, message)
            ? new()
            {
                ActorPath = mailbox.Path,
                ActorType = type.Name,
                MessageType = TypeNames.Get(InnerMessage.Unwrap(message).GetType()),
                State = work.Awaits ? AkkaWorkState.Awaiting : AkkaWorkState.Working,
                StartedAt = Ticks.ToUtc(work.Since),
                WorkTime = TimeSpan.FromSeconds(Ticks.ToSeconds(now - work.Since)),
                SenderPath = path is null || ReferenceEquals(sender, noSender) ? null : ActorTypeNames.PathOf(path),
                SenderType = names.Get(sender),
                TraceId = trace == default ? null : trace.ToHexString(),
                Thread = thread?.Name,
            }
            : null;
    }

    /// <summary>What an actor does now.</summary>
    public static MailboxState ReadState(this ObservedMailbox observed)
    {
        if (observed is not MailboxRecorder { Cell: { } cell } mailbox)
        {
            return default;
        }

        var dispatcher = cell.Dispatcher?.Id;
        var work = mailbox.FindWork(cell);
        var name = work.Message is { } message ? TypeNames.Get(InnerMessage.Unwrap(message).GetType()) : null;
        return !ThreadContext.IsWatched ? new(ActorDoing.Unknown, null, dispatcher)
            : work.Awaits ? new(ActorDoing.Awaiting, name, dispatcher)
            : name is not null || FindThread(mailbox) is not null ? new(ActorDoing.Working, name, dispatcher)
            : new(ActorDoing.Nothing, null, dispatcher);
    }

    private static ThreadContext? FindThread(MailboxRecorder mailbox)
    {
        foreach (var reference in ThreadContext.All)
        {
            if (reference.TryGetTarget(out var thread) && thread.Mailbox == mailbox)
            {
                return thread;
            }
        }

        return null;
    }
}

/// <summary>
/// The message that an actor handles: the number that Akka gives it, and its type. The type is null when the actor handles no message.
/// </summary>
internal readonly record struct CurrentHandler(int Envelope, Type? Message);

/// <summary>What an actor does at one moment.</summary>
internal enum ActorDoing
{
    /// <summary>Not known, because the threads are not watched.</summary>
    Unknown,

    /// <summary>It does nothing. If messages wait, no thread has begun to run its mailbox.</summary>
    Nothing,

    /// <summary>It occupies a thread.</summary>
    Working,

    /// <summary>Its handler awaits. It takes no other message meanwhile.</summary>
    Awaiting,
}

/// <summary>An actor at one moment.</summary>
/// <param name="Doing">What it does.</param>
/// <param name="Message">Readable name of the type of the message in work; null for none.</param>
/// <param name="Dispatcher">Id of its dispatcher; null when it is not known.</param>
internal readonly record struct MailboxState(ActorDoing Doing, string? Message, string? Dispatcher);
