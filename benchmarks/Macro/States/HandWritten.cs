using System.Diagnostics;
using System.Diagnostics.Metrics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The same telemetry as a careful user writes it into an actor with the plain API: names made once, attributes only when
/// asked for, tags in a cached array. When a message was enqueued such a user only knows from an envelope around it.
/// </summary>
internal static class HandWritten
{
    public const string Name = "Benchmarks.HandWritten";

    private static readonly ActivitySource Source = new(Name);
    private static readonly Meter Meter = new(Name);
    private static readonly Counter<long> Messages = Meter.CreateCounter<long>("hand.messages", "{message}");
    private static readonly Histogram<double> Duration = Meter.CreateHistogram<double>("hand.process.duration", "s");
    private static readonly Histogram<double> Wait = Meter.CreateHistogram<double>("hand.mailbox.wait", "s");

    /// <summary>Whether anybody wants durations.</summary>
    public static bool IsMeasured => Duration.Enabled;

    /// <summary>Whether anybody wants spans.</summary>
    public static bool IsTraced => Source.HasListeners();

    /// <param name="names">The actor's.</param>
    /// <param name="message">The message.</param>
    /// <param name="parent">What it was sent in; none for what is current.</param>
    /// <param name="sentAt"><see cref="Stopwatch"/> ticks, 0 when they are not known.</param>
    public static Activity? StartSpan(HandNames names, object message, ActivityContext parent, long sentAt)
    {
        var span = Source.StartActivity(names.Span, ActivityKind.Consumer, parent);
        if (span is not { IsAllDataRequested: true })
        {
            return span;
        }

        span.SetTag("akka.actor_system.name", names.System);
        span.SetTag("akka.actor.type", names.ActorType);
        span.SetTag("akka.message.type", message.GetType().Name);
        span.SetTag("akka.actor.path", names.Path);
        if (names.Cell.Sender is { } sender && !sender.IsNobody())
        {
            span.SetTag("akka.sender.path", sender.Path is { Depth: 2 } path && path.Parent.Name == "temp" ? "/temp/_ask" : sender.Path.ToStringWithoutAddress());
        }

        if (sentAt != 0)
        {
            span.SetTag("akka.mailbox.wait.duration", Stopwatch.GetElapsedTime(sentAt).TotalSeconds);
        }

        return span;
    }

    /// <summary>A span with the attributes that name actor and message, and no more.</summary>
    public static Activity? StartBareSpan(HandNames names, object message, ActivityContext parent)
    {
        var span = Source.StartActivity(names.Span, ActivityKind.Consumer, parent);
        if (span is { IsAllDataRequested: true })
        {
            span.SetTag("akka.actor.type", names.ActorType);
            span.SetTag("akka.message.type", message.GetType().Name);
            span.SetTag("akka.actor.path", names.Path);
        }

        return span;
    }

    public static void RecordDurations(HandNames names, Stamped message, long startedAt)
    {
        var tags = names.TagsOf(message.Message.GetType());
        Wait.Record(Stopwatch.GetElapsedTime(message.SentAt, startedAt).TotalSeconds, tags);
        Duration.Record(Stopwatch.GetElapsedTime(startedAt).TotalSeconds, tags);
    }

    public static void Record(HandNames names, object message, long startedAt)
    {
        var tags = names.TagsOf(message.GetType());
        Messages.Add(1, tags);
        Duration.Record(Stopwatch.GetElapsedTime(startedAt).TotalSeconds, tags);
    }
}
