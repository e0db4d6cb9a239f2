using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The last messages of one actor, in a ring. The thread that runs the mailbox writes it. A run that has returned from its mailbox may still close
/// its last message while the next run already writes (<see cref="RunOwnership"/>), and any thread may read. So all of them take a lock, which is
/// hardly ever contended.
/// <para>
/// Messages are numbered from 1. A place keeps neither the message nor its sender alive: it has the name of the type and the path of the sender,
/// which refers to no actor.
/// </para>
/// </summary>
/// <param name="capacity">The number of messages, 1 to <see cref="AkkaLastMessage.MaxPerActor"/>.</param>
internal sealed class LastMessageRing(int capacity)
{
    private readonly LastMessage[] _ring = new LastMessage[capacity];
    private long _latest;

    public int Capacity => _ring.Length;

    /// <summary>The actor gets a message. Returns its number.</summary>
    /// <param name="type">Name of its type.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="now">Ticks.</param>
    /// <param name="waited">Ticks; negative when they are not known.</param>
    /// <param name="isScheduled">Whether a scheduler sent it.</param>
    public long Begin(string type, IActorRef? sender, long now, long waited, bool isScheduled)
    {
        var path = (object?)ActorTypeNames.PathOrNone(sender) ?? (isScheduled ? FoldedNames.Timer : null);
        lock (_ring)
        {
            _latest++;
            PlaceOf(_latest) = new()
            {
                Type = type,
                Sender = path,
                BeganAt = now,
                Waited = waited,
                Worked = -1,
                Outcome = AkkaMessageOutcome.Running,
                Expected = AkkaMessageOutcome.Processed,
            };
            return _latest;
        }
    }

    /// <summary>An event in the handler decides the message's outcome. Running thread, inside the message.</summary>
    public void Expect(AkkaMessageOutcome outcome)
    {
        lock (_ring)
        {
            PlaceOf(_latest).Expected = outcome;
        }
    }

    /// <summary>The current message has ended, unless its end is written already. Running thread.</summary>
    /// <param name="now">Ticks; 0 when the end was not seen.</param>
    /// <param name="hasFailed">Its handler threw.</param>
    public void End(long now, bool hasFailed) => End(_latest, now, hasFailed);

    /// <summary>The messages, the latest first. Any thread.</summary>
    public IReadOnlyList<AkkaLastMessage> Read()
    {
        LastMessage[] messages;
        lock (_ring)
        {
            messages = new LastMessage[Math.Min(_latest, _ring.Length)];
            for (var back = 0; back < messages.Length; back++)
            {
                messages[back] = PlaceOf(_latest - back);
            }
        }

        return Array.ConvertAll(messages, message => message.ToLast());
    }

    private ref LastMessage PlaceOf(long number) => ref _ring[number % _ring.Length];

    /// <summary>The message with this number has ended. The end is written only if the message is still in its place and running. Any
    /// thread.</summary>
    /// <param name="number">The number that <see cref="Begin"/> has returned, possibly that of an earlier ring.</param>
    /// <param name="now">Ticks.</param>
    /// <param name="hasFailed">Its handler threw.</param>
    public void End(long number, long now, bool hasFailed)
    {
        lock (_ring)
        {
            ref var message = ref PlaceOf(number);
            if (number > _latest || number + _ring.Length <= _latest || message.Outcome != AkkaMessageOutcome.Running)
            {
                // A later message has taken its place, or it has ended already.
                return;
            }

            message.Outcome = now == 0 ? AkkaMessageOutcome.Unknown : hasFailed ? AkkaMessageOutcome.Failed : message.Expected;
            message.Worked = now == 0 ? -1 : Math.Max(0, now - message.BeganAt);
        }
    }

    private struct LastMessage
    {
        public string? Type;

        // The sender's path, or the name that stands for a sender without a path.
        public object? Sender;
        public long BeganAt;
        public long Waited;
        public long Worked;
        public AkkaMessageOutcome Outcome;
        public AkkaMessageOutcome Expected;

        public readonly AkkaLastMessage ToLast() => new()
        {
            MessageType = Type!,
            SenderPath = Sender is ActorPath path ? ActorTypeNames.PathOf(path) : (string?)Sender,
            StartedAt = Ticks.ToUtc(BeganAt),
            WaitTime = TimeOf(Waited),
            WorkTime = TimeOf(Worked),
            Outcome = Outcome,
        };

        private static TimeSpan? TimeOf(long ticks) => ticks < 0 ? null : Stopwatch.GetElapsedTime(0, ticks);
    }
}
