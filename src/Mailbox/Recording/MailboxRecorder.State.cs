namespace AkkaInstrumentation;

// What the actor does at a moment, for diagnosis.
internal sealed partial class MailboxRecorder
{
    public override MailboxState ReadState()
    {
        if (Cell is not { } cell)
        {
            return default;
        }

        var dispatcher = cell.Dispatcher?.Id;
        return !ThreadActivity.IsWatched ? new(ActorDoing.Unknown, null, dispatcher)
            : Array.Exists(ThreadActivity.All, reference => reference.TryGetTarget(out var thread) && thread.Mailbox == this)
                ? new(ActorDoing.Working, Watched.Handler?.Message is { } handled ? TypeNames.Of(handled) : null, dispatcher)
            : cell.TaskScheduler.CurrentMessage is { } awaited ? new(ActorDoing.Awaiting, TypeNames.Of(InnerMessage.Of(awaited).GetType()), dispatcher)
            : new(ActorDoing.Nothing, null, dispatcher);
    }
}
