using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// The message that an actor handles: the number that Akka gives it, and its type. The type is null when the actor handles no message.
/// </summary>
internal readonly record struct CurrentHandler(int Envelope, Type? Message);

// What the actor does at a moment, for the background thread and for diagnosis. Any thread.
internal sealed partial class MailboxRecorder
{
    /// <summary>
    /// The message that the actor handles; null when its cell is not known, when the message has changed during the read, and
    /// while telemetry is at work between two messages. The message type is null while
    /// the actor starts or stops. The number is read before and after the message. Akka increments the number just after it
    /// has set the message. So the message may be the one that gets the next number, but never one that has ended.
    /// </summary>
    internal CurrentHandler? Handler
    {
        get
        {
            if (IsAtWork || Cell is not { } cell)
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
    }

    /// <summary>The number of the run that has begun last, on whichever thread.</summary>
    internal int RunNumber => _owner.Last;

    /// <summary>The senders of the messages that have waited longest; none for a mailbox of another class.</summary>
    internal IReadOnlyList<WaitingSender> Senders() => (Queue as RecordedQueue)?.Senders() ?? [];

    // The first look at a message whose begin nobody has noted. Any looker replaces it. One that is late may put back an older message: the next look
    // then begins anew, and the age is too small.
    private FirstLook? _firstLook;

    /// <summary>
    /// The owner's fields are read while the running thread writes them, so they may belong to two messages. Akka sets the message, then
    /// increments its number, and clears the message when its handler returns, before the next one is opened. So they belong together if message
    /// and number are the same afterwards.
    /// </summary>
    public override MailboxWork ReadWork(long now)
    {
        if (IsAtWork || Cell is not { } cell || FindWork(cell) is not { Message: { } message } found)
        {
            return default;
        }

        var envelope = cell.CurrentEnvelopeId;
        var since = BegunAt(message, envelope, now);
        Interlocked.MemoryBarrier();
        return cell.CurrentEnvelopeId == envelope && ReferenceEquals(FindWork(cell).Message, message)
            ? new(message, found.Awaits, Math.Clamp(since, 1, now), envelope)
            : default;
    }

    public override AkkaMessageAtWork? DescribeWork(long now)
    {
        if (ReadWork(now) is not { Message: { } message } work)
        {
            return null;
        }

        var thread = work.Awaits ? null : FindThread();
        var trace = _open is { Info: not null, Span: { } span } && !_owner.IsFree
            ? span.TraceId
            : Candidate.TraceId;
        var sender = ActorTypeNames.PathOrNone(Cell!.Sender);
        return ReadWork(now) is var again && again.Envelope == work.Envelope && ReferenceEquals(again.Message, message) && Type is { } type
            ? new()
            {
                Path = Path,
                ActorType = type.Name,
                Message = TypeNames.Get(InnerMessage.Unwrap(message).GetType()),
                State = work.Awaits ? AkkaWorkState.Awaiting : AkkaWorkState.Working,
                Since = Ticks.ToUtc(work.Since),
                Seconds = Ticks.ToSeconds(now - work.Since),
                Sender = sender is null || ReferenceEquals(Cell.Sender, _system.System.DeadLetters) ? null : ActorTypeNames.PathOf(sender),
                SenderType = _system.ActorNames.Get(Cell.Sender),
                TraceId = trace == default ? null : trace.ToHexString(),
                Thread = thread?.Name,
            }
            : null;
    }

    public override MailboxState ReadState()
    {
        if (Cell is not { } cell)
        {
            return default;
        }

        var dispatcher = cell.Dispatcher?.Id;
        var work = FindWork(cell);
        var name = work.Message is { } message ? TypeNames.Get(InnerMessage.Unwrap(message).GetType()) : null;
        return !ThreadContext.IsWatched ? new(ActorDoing.Unknown, null, dispatcher)
            : work.Awaits ? new(ActorDoing.Awaiting, name, dispatcher)
            : name is not null || FindThread() is not null ? new(ActorDoing.Working, name, dispatcher)
            : new(ActorDoing.Nothing, null, dispatcher);
    }

    private ThreadContext? FindThread()
    {
        foreach (var reference in ThreadContext.All)
        {
            if (reference.TryGetTarget(out var thread) && thread.Mailbox == this)
            {
                return thread;
            }
        }

        return null;
    }

    // Akka's cell keeps a message whose handler threw, until the next one, and a child's failure that it has handled: neither is at work. Its
    // scheduler keeps the message of a handler that awaits. The first read creates the scheduler, so it is not read for a mailbox that was found
    // empty: nothing awaits there.
    private (object? Message, bool Awaits) FindWork(ActorCell cell) =>
        cell.CurrentMessage is { } message and not ISystemMessage && !Failures.IsOver(cell.CurrentEnvelopeId) ? (message, false)
        : _state != RecorderState.Idle && cell.CurrentEnvelopeId != 0 && cell.TaskScheduler.CurrentMessage is { } awaited ? (awaited, true)
        : default;

    private long BegunAt(object message, int envelope, long now)
    {
        if (_open is { IsTimed: true, SpanBegunAt: > 0 and var begunAt } && !_owner.IsFree)
        {
            return begunAt;
        }

        if (Candidate.IsBegun)
        {
            return Candidate.BegunAt;
        }

        var (first, identity) = (_firstLook, RuntimeHelpers.GetHashCode(message));
        if (first is null || first.Envelope != envelope || first.Identity != identity)
        {
            _firstLook = first = new(envelope, identity, now);
        }

        return first.At;
    }

    // Akka sets the next message a moment before its number, so the number alone could be that of the message before.
    private sealed record FirstLook(int Envelope, int Identity, long At);
}
