using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Finds the flow that a message belongs to, for timed and for failed messages. The sender is the one that the envelope names.</summary>
internal static class SenderFlow
{
    /// <summary>Null when nobody wants it. Running thread. Never throws: the sender's reference may be of a user's own class.</summary>
    public static TypeFlow? Of(AkkaInstrumentationExtension system, IActorRef? sender, MessageTypeInfo message)
    {
        if (!FlowInstruments.IsListening || system.Settings is not { MetricsFlow: true, MetricsEnabled: true })
        {
            return null;
        }

        // The name in the metrics of an instrumented sender, which a rule may have given or the cap has folded.
        var type = sender is ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: RecordedQueue queue } } ? queue.Recorder.Type?.Name : null;
        type ??= system.ActorNames.Of(sender);
        return system.Metrics.Flows.Of(type, type == FoldedNames.Remote ? sender!.Path.Address.ToString() : null, message);
    }
}
