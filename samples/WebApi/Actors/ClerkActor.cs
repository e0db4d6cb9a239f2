using Akka.Actor;

namespace WebApi.Actors;

/// <summary>Looks something up in the archive, by a call that holds the thread as no actor should. One does not matter; all of them do.</summary>
public sealed class ClerkActor : ReceiveActor
{
    private static readonly TimeSpan LookingUp = TimeSpan.FromMilliseconds(10);

    public ClerkActor() => Receive<AskTheArchive>(_ => Thread.Sleep(LookingUp));
}
