using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The last messages of one actor, in a ring. The thread that runs the mailbox writes it, without a lock, an interlocked operation or an allocation.
/// Any thread reads it and does not disturb the writer.
/// <para>
/// Messages are numbered from 1. The writer first publishes the number of the message that it is about to write (<c>_begun</c>), then the message,
/// then that the message can be read (<c>_written</c>). A reader copies messages and then looks which of them a later message may have begun to
/// replace. Those it drops. The numbers have 64 bits and never return, so a reader cannot be deceived, however long it was stopped.
/// </para>
/// <para>
/// One end is written by another thread: a run that has returned from its mailbox closes its last message while the next run may already be writing
/// (<see cref="InvokeOwner"/>). It holds an <see cref="Open"/> of that message, and writes by compare-and-swap. If the place has another message by
/// then, nothing is written.
/// </para>
/// </summary>
internal sealed class LastMessageRing
{
    private const int Attempts = 8;

    private readonly LastMessage[] _ring;
    private int _place = -1;
    private long _begun;
    private long _written;

    /// <param name="capacity">The number of messages, 1 to <see cref="AkkaRecordedMessage.Most"/>.</param>
    public LastMessageRing(int capacity) => _ring = new LastMessage[capacity];

    public int Capacity => _ring.Length;

    /// <summary>The message that is at work, for a thread that will end it later. Running thread.</summary>
    public Open Current => _place >= 0 && new LastMessageState(_ring[_place].State).IsRunning ? new Open(this, _place) : default;

    /// <summary>The actor gets a message.</summary>
    /// <param name="type">Name of its type.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="now">Ticks.</param>
    /// <param name="waited">Ticks; negative when they are not known.</param>
    public void Begin(string type, IActorRef? sender, long now, long waited)
    {
        var path = PathOf(sender);
        var number = _begun + 1;
        var place = _place + 1;
        _place = place = place == _ring.Length ? 0 : place;
        Volatile.Write(ref _begun, number);
        _ring[place].Write(type, path, now, LastMessageState.Begun(number, waited));
        Volatile.Write(ref _written, number);
    }

    /// <summary>Something happens in the handler that will be the message's outcome. Running thread, inside the message.</summary>
    public void Expect(AkkaMessageOutcome outcome)
    {
        if (_place >= 0 && new LastMessageState(_ring[_place].State) is { IsRunning: true } state)
        {
            Volatile.Write(ref _ring[_place].State, state.Expecting(outcome).Packed);
        }
    }

    /// <summary>The current message has ended, unless its end is written already. Running thread.</summary>
    /// <param name="now">Ticks; 0 when the end was not seen.</param>
    /// <param name="hasFailed">Its handler threw.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(long now, bool hasFailed)
    {
        if (_place >= 0)
        {
            ref var message = ref _ring[_place];
            var state = new LastMessageState(message.State);
            if (state.IsRunning)
            {
                Volatile.Write(ref message.State, Ended(state, message.BeganAt, now, hasFailed).Packed);
            }
        }
    }

    /// <summary>The messages, the latest first. Any thread.</summary>
    public IReadOnlyList<AkkaRecordedMessage> Read()
    {
        var copies = new LastMessage[_ring.Length];
        var found = 0;
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var written = Volatile.Read(ref _written);
            var known = (int)Math.Min(written, _ring.Length);

            // the earliest first, because it is replaced first
            for (var back = known - 1; back >= 0; back--)
            {
                copies[back] = LastMessage.Copy(ref _ring[(written - 1 - back) % _ring.Length]);
            }

            Interlocked.MemoryBarrier();
            found = (int)Math.Clamp(written + _ring.Length - Volatile.Read(ref _begun), 0, known);
            if (found == known)
            {
                break;
            }
        }

        // The latest copies are those that no later message has replaced.
        var messages = new AkkaRecordedMessage[found];
        for (var back = 0; back < found; back++)
        {
            messages[back] = copies[back].ToRecorded();
        }

        return messages;
    }

    private static LastMessageState Ended(LastMessageState state, long beganAt, long now, bool hasFailed) => now == 0
        ? state.Ended(AkkaMessageOutcome.Unknown, worked: -1)
        : state.Ended(hasFailed ? AkkaMessageOutcome.Failed : state.Expected, Math.Max(0, now - beganAt));

    // A sender may be of a user's own class, and throw.
    private static ActorPath? PathOf(IActorRef? sender)
    {
        try
        {
            return sender.IsNobody() ? null : sender!.Path;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return null;
        }
    }

    /// <summary>A message at work. Its end is written only if its place still has it, running.</summary>
    public readonly struct Open
    {
        private readonly LastMessageRing? _messages;
        private readonly int _place;
        private readonly long _state;
        private readonly long _beganAt;

        public Open(LastMessageRing messages, int place)
        {
            _messages = messages;
            _place = place;
            _state = messages._ring[place].State;
            _beganAt = messages._ring[place].BeganAt;
        }

        /// <summary>The message has ended. Any thread.</summary>
        public void End(long now, bool hasFailed)
        {
            if (_messages is not null)
            {
                var ended = Ended(new LastMessageState(_state), _beganAt, now, hasFailed).Packed;
                Interlocked.CompareExchange(ref _messages._ring[_place].State, ended, _state);
            }
        }
    }
}
