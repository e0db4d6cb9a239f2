namespace AkkaInstrumentation.Tests;

/// <summary>
/// Waits until no thread runs an actor's mailbox. An actor that has answered may still have its thread: the answer was sent in the middle of a run.
/// Then a dispatcher that runs actors on their senders' threads leaves the next message to that thread.
/// </summary>
public static class Idle
{
    public static async Task<IActorRef> Is(IActorRef actor)
    {
        await Eventually.True(() => actor is ActorRefWithCell { Underlying: ActorCell { Mailbox: { } mailbox } } && !IsScheduled(mailbox));
        return actor;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(IsScheduled))]
    private static extern bool IsScheduled(Mailbox mailbox);
}
