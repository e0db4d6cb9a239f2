using System.Diagnostics;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// The message that an actor is handling, seen from inside its handler: its span, child spans, its wait. It also works in asynchronous
/// handlers, after their awaits, and in all other code that runs on behalf of the message. The members return null when no spans are collected, when
/// the message is not recorded, and outside of actors. They then allocate nothing: <c>AkkaCurrentMessage.Span?.SetTag("order.id", id)</c>.
/// </summary>
public static class AkkaCurrentMessage
{
    /// <summary>
    /// The message's span. Use it to add attributes, events, links or a status. Null when the message is not recorded or has been
    /// handled. In contrast to <see cref="Activity.Current"/> it is never a span that was started inside the handler, nor the
    /// non-recording activity that keeps libraries from starting traces in an unsampled message.
    /// </summary>
    public static Activity? Span
    {
        get
        {
            if (!AkkaTelemetry.Source.HasListeners())
            {
                return null;
            }

            // A message's span is started from a context, not inside an activity. So it has no parent activity.
            var top = Activity.Current;
            while (top?.Parent is { } parent)
            {
                top = parent;
            }

            // Where a trace passes through, the topmost span is the sender's.
            return top is { IsAllDataRequested: true, IsStopped: false } && ReferenceEquals(top.Source, AkkaTelemetry.Source)
                && !ReferenceEquals(top, PassThroughContext.Current?.Span) ? top : null;
        }
    }

    /// <summary>
    /// Starts a span for a part of the handler's work, as a child of the current one. It uses the source of the messages' spans, so that it is
    /// collected with them. Null when the message is not recorded: <c>using var span = AkkaCurrentMessage.StartSpan("price");</c>
    /// </summary>
    /// <param name="name">The name of the work, with low cardinality.</param>
    /// <param name="kind">The span's kind; <see cref="ActivityKind.Client"/> for calls of other services.</param>
    /// <returns>The span. It is current until it is disposed.</returns>
    public static Activity? StartSpan(string name, ActivityKind kind = ActivityKind.Internal) =>
        Span is null ? null : AkkaTelemetry.Source.StartActivity(name, kind);

    /// <summary>
    /// The time that the message waited in the mailbox. It is known for messages that have a span or are measured for the distributions.
    /// With <c>akka.instrumentation.metrics.distributions = all</c> these are all messages, while the histograms are collected. Null for other
    /// messages, in wrapped mailboxes of your own, on dispatchers that are not instrumented, and on threads that are not the actor's.
    /// </summary>
    public static TimeSpan? WaitTime =>
        InternalCurrentActorCellKeeper.Current is { Mailbox.MessageQueue: IObservedQueue queue } ? queue.Observed.CurrentWait : null;
}
