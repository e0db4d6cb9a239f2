using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// An actor that a replicator of distributed data starts for one request that other nodes take part in. It writes to them or reads from them, answers
/// for the replicator, and stops. So all that it sends belongs to the request. The thread that starts it makes the relay, in the request's handler,
/// before the actor's first run; the actor's thread reads it.
/// </summary>
/// <param name="request">The origin of what was sent in the request's handler; null for no trace.</param>
internal sealed class AggregatorRelay(MessageOrigin? request) : MailboxRelay
{
    public static bool IsFor(Type? actor) => actor is { Namespace: "Akka.DistributedData", Name: "WriteAggregator" or "ReadAggregator" };

    public override void Begin(in StampedEnvelope next, Activity? span, long now)
    {
    }

    public override void End()
    {
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = request;
        return true;
    }
}
