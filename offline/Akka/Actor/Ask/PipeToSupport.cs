namespace Akka.Actor;

/// <summary>Sends a task's result, or its failure, to an actor; from the thread pool unless the caller wants its own scheduler.</summary>
public static class PipeToSupport
{
    public static Task PipeTo<T>(
        this Task<T> taskToPipe, ICanTell recipient, IActorRef? sender = null, Func<T, object>? success = null, Func<Exception, object>? failure = null) =>
        PipeTo(taskToPipe, recipient, useConfigureAwait: false, sender, success, failure);

    public static async Task PipeTo<T>(
        this Task<T> taskToPipe,
        ICanTell recipient,
        bool useConfigureAwait,
        IActorRef? sender = null,
        Func<T, object>? success = null,
        Func<Exception, object>? failure = null)
    {
        sender ??= ActorRefs.NoSender;
        try
        {
            var result = await taskToPipe.ConfigureAwait(useConfigureAwait);
            recipient.Tell(success is null ? result! : success(result), sender);
        }
        catch (Exception e)
        {
            recipient.Tell(failure is null ? new Status.Failure(e) : failure(e), sender);
        }
    }
}
