using System.Diagnostics;
using System.Diagnostics.Metrics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The same telemetry as a careful user writes it into an actor with the plain API: names made once, attributes only when
/// asked for, tags in a cached array. When a message was enqueued such a user cannot know.
/// </summary>
internal static class HandWritten
{
    public const string Name = "Benchmarks.HandWritten";

    private static readonly ActivitySource Source = new(Name);
    private static readonly Meter Meter = new(Name);
    private static readonly Counter<long> Messages = Meter.CreateCounter<long>("hand.messages", "{message}");
    private static readonly Histogram<double> Duration = Meter.CreateHistogram<double>("hand.process.duration", "s");

    public static Activity? StartSpan(HandNames names, object message, ActivityContext parent)
    {
        var span = Source.StartActivity(names.Span, ActivityKind.Consumer, parent);
        if (span is not { IsAllDataRequested: true })
        {
            return span;
        }

        span.SetTag("messaging.system", "akka.net");
        span.SetTag("akka.actor.type", names.ActorType);
        span.SetTag("akka.message.type", message.GetType().Name);
        span.SetTag("akka.actor.path", names.Path);
        if (names.Cell.Sender is { } sender && !sender.IsNobody())
        {
            span.SetTag("akka.sender.path", sender.Path.ToStringWithoutAddress());
        }

        return span;
    }

    public static void Record(HandNames names, object message, long startedAt)
    {
        var tags = names.TagsOf(message.GetType());
        Messages.Add(1, tags);
        Duration.Record(Stopwatch.GetElapsedTime(startedAt).TotalSeconds, tags);
    }
}
