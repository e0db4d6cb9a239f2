using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The message that an actor is handling, from inside its handler: its span, spans below it, its wait. Right in asynchronous
/// handlers and after their awaits, and in whatever else runs on behalf of the message. When nobody listens, when the message is not
/// recorded and outside of actors the answers are null, at no allocation: <c>CurrentMessage.Span?.SetTag("order.id", id)</c>.
/// </summary>
public static class CurrentMessage
{
    /// <summary>
    /// The message's span, to add attributes, events, links or a status to; null when the message is not recorded or has been
    /// handled. Other than <see cref="Activity.Current"/> it is never a span that was started inside the handler, nor the
    /// placeholder that keeps libraries from tracing what nobody sampled.
    /// </summary>
    public static Activity? Span
    {
        get
        {
            if (!AkkaTelemetry.Source.HasListeners())
            {
                return null;
            }

            // A message's span is begun from a context, not inside an activity, so it is where the way up ends.
            var top = Activity.Current;
            while (top?.Parent is { } parent)
            {
                top = parent;
            }

            // below a span that passes through, it is the sender's
            return top is { IsAllDataRequested: true, IsStopped: false } && ReferenceEquals(top.Source, AkkaTelemetry.Source)
                && !ReferenceEquals(top, PassThrough.Current?.Span) ? top : null;
        }
    }

    /// <summary>
    /// Starts a span for a part of the handler's work, below the current one, from the source of the messages' spans, so that it is
    /// collected with them. Null when the message is not recorded: <c>using var span = CurrentMessage.StartSpan("price");</c>
    /// </summary>
    /// <param name="name">What is done; a name of low cardinality.</param>
    /// <param name="kind">How it relates to others; <see cref="ActivityKind.Client"/> for calls of other services.</param>
    /// <returns>The span, current until it is disposed of.</returns>
    public static Activity? StartSpan(string name, ActivityKind kind = ActivityKind.Internal) =>
        Span is null ? null : AkkaTelemetry.Source.StartActivity(name, kind);

    /// <summary>
    /// How long the message waited in the mailbox. Known of messages that have a span or are measured for the distributions
    /// (<c>akka.instrumentation.metrics.distributions = all</c>: all, while somebody listens to the distributions); null for the
    /// others, in wrapped mailboxes and on dispatchers that are not instrumented. For the actor's own thread.
    /// </summary>
    /// <param name="context">The actor's context.</param>
    /// <returns>The time from <c>Tell</c> to the handler.</returns>
    public static TimeSpan? GetMessageWaitTime(this IActorContext context) =>
        context is ActorCell { Mailbox.MessageQueue: IRecordedQueue queue } ? queue.Recorder.CurrentWait : null;
}
