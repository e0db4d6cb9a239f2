namespace AkkaInstrumentation.Tests.SystemMessages;

/// <summary>Sends messages, each in a recorded trace of its own.</summary>
internal static class Requests
{
    /// <summary>Sends the message and returns the context that it was sent in.</summary>
    public static ActivityContext Send(IActorRef receiver, object message)
    {
        using var request = new Activity("request").SetIdFormat(ActivityIdFormat.W3C);
        Activity.Current = null;
        request.Start();
        request.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        receiver.Tell(message, ActorRefs.NoSender);
        return request.Context;
    }
}
