using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

// What the actor does at a moment, for the background thread and for diagnosis. Any thread.
internal sealed partial class MailboxRecorder
{
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

    /// <summary>The trace of the message at work, also of one that is not sampled; default where it is not known. Any thread.</summary>
    internal ActivityTraceId TraceAtWork => _open is { Info: not null, Span: { } span } && !_owner.IsFree ? span.TraceId : Candidate.TraceId;

    // Akka's cell keeps a message whose handler threw, until the next one, and a child's failure that it has handled: neither is at work. Its
    // scheduler keeps the message of a handler that awaits. The first read creates the scheduler, so it is not read for a mailbox that was found
    // empty: nothing awaits there.
    internal (object? Message, bool Awaits) FindWork(ActorCell cell) =>
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
