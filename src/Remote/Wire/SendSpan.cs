using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The span of a recorded message that leaves the node. It has ended when this returns, and the message's span at the other node is its child.
/// Service maps draw their edges between a Producer and its Consumer. Sender's thread; the current activity does not change.
/// </summary>
internal static class SendSpan
{
    /// <summary>
    /// Starts and stops the span, and returns the message's origin inside of it. Returns the same origin if the message gets no span: in a trace that
    /// is not recorded or is full, for an asker's temporary reference, for an answer without a receiver, for one of Akka's own messages, or because a
    /// rule about messages forbids it. Never throws.
    /// </summary>
    /// <param name="system">The instrumentation of the actor system.</param>
    /// <param name="origin">The origin of the message.</param>
    /// <param name="message">The message.</param>
    /// <param name="receiver">The path of the reference.</param>
    /// <param name="sender">The message's sender.</param>
    public static MessageOrigin Begin(AkkaInstrumentationExtension system, MessageOrigin origin,
        object message, ActorPath receiver, IActorRef? sender)
    {
        if (!system.Settings.TracingSendSpans || origin is not { IsRecorded: true, IsScheduled: false } || ActorTypeNames.IsTemporary(receiver)
            || ActorTypeNames.IsDeadLetters(receiver))
        {
            return origin;
        }

        using var scope = new ContextScope();
        try
        {
            var inner = CarriedMessage.In(message, out _);
            if (CarriedMessage.IsOfAkka(inner) || system.Settings.Rules.ForAnyActor(inner.GetType()).Trace == AkkaTraceMode.Never)
            {
                return origin;
            }

            if (!system.Roots.TryContinue(origin.Context.TraceId, CoarseClock.Now))
            {
                return origin;
            }

            var (name, address) = (TypeNames.Get(inner.GetType()), receiver.Address);
            var path = message is ActorSelectionMessage selection
                ? ForeignText.Clean($"/{string.Join('/', selection.Elements.Select(element => $"{element}"))}", ForeignText.MaxPath)
                : ActorTypeNames.Readable(receiver);
            var host = address.Host is { } named ? ForeignText.Clean(named) : null;
            var tags = SpanTags.OfSend(system.Spans, name, path, sender, host, address.Port);
            if (AkkaTelemetry.Source.StartActivity($"send {name}", ActivityKind.Producer, origin.Context, tags) is not { } span)
            {
                return origin;
            }

            // .NET 10 passes on only one of the flags.
            span.ActivityTraceFlags |= origin.Context.TraceFlags & ~ActivityTraceFlags.Recorded;
            span.Stop();
            return MessageOrigin.IsRecording(span) ? origin.Inside(span.Context) : origin;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return origin;
        }
    }
}
