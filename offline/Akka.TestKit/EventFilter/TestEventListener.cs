using Akka.Actor;
using Akka.Event;

namespace Akka.TestKit;

/// <summary>The kit's logger: hides what a filter matches, prints the rest. Dead letters go through the same filters.</summary>
public class TestEventListener : DefaultLogger
{
    private readonly List<LogFilter> _filters = [];

    protected override bool Receive(object message)
    {
        switch (message)
        {
            case InitializeLogger start:
                foreach (var type in (Type[])[typeof(Mute), typeof(Unmute), typeof(Marker), typeof(DeadLetter)])
                {
                    start.LoggingBus.Subscribe(Self, type);
                }

                return base.Receive(message);
            case Mute mute:
                _filters.AddRange(mute.Filters);
                return true;
            case Unmute unmute:
                _filters.RemoveAll(unmute.Filters.Contains);
                return true;
            case Marker marker:
                marker.Reached.TrySetResult();
                return true;
            case DeadLetter letter:
                return Hides(Event(letter, letter)) || base.Receive(Event(letter, letter.ToString()));
            case LogEvent logEvent:
                return Hides(logEvent) || base.Receive(logEvent);
            default:
                return base.Receive(message);
        }
    }

    private bool Hides(LogEvent logEvent) => _filters.Any(f => f.Take(logEvent));

    private static Warning Event(DeadLetter letter, object message) =>
        new(letter.Recipient.Path.ToString(), letter.Recipient.GetType(), message);

    internal sealed record Mute(IReadOnlyList<LogFilter> Filters) : INoSerializationVerificationNeeded;

    internal sealed record Unmute(IReadOnlyList<LogFilter> Filters) : INoSerializationVerificationNeeded;

    internal sealed record Marker(TaskCompletionSource Reached) : INoSerializationVerificationNeeded;
}
