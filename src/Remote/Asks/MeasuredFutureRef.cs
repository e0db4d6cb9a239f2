using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>The temporary reference of an Ask that is measured. It has the path and the provider of the one that Akka has made.</summary>
internal sealed class MeasuredFutureRef<T>(AskDurations asks, TaskCompletionSource<T> result, FutureActorRef<T> plain)
    : FutureActorRef<T>(result, plain.Path, plain.Provider)
{
    private readonly Task<T> _result = result.Task;
    private OpenAsk? _ask;

    public override void DeliverAsk(object message, ICanTell destination)
    {
        if (message is not null)
        {
            Volatile.Write(ref _ask, asks.Begin(_result, message));
        }

        base.DeliverAsk(message!, destination);
    }

    protected override void TellInternal(object message, IActorRef sender)
    {
        Volatile.Read(ref _ask)?.Answered(FailureIn(message));
        base.TellInternal(message, sender);
    }

    // As Akka's reference reads it. Where the asker takes any object, Akka gives it a Status.Failure as the answer: it is a failure here all the same.
    private static Type? FailureIn(object? message) => message switch
    {
        Status.Failure failure => failure.Cause?.GetType() ?? typeof(TaskCanceledException),
        ISystemMessage => typeof(InvalidOperationException),
        T or null => null,
        _ => typeof(ArgumentException),
    };
}
