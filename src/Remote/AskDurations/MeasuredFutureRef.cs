using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>The temporary reference of an Ask that is measured. It has the path and the provider of the one that Akka has made.</summary>
internal sealed class MeasuredFutureRef<T>(AskDurations asks, TaskCompletionSource<T> result, FutureActorRef<T> plain)
    : FutureActorRef<T>(result, plain.Path, plain.Provider), IAskingRef
{
    private readonly Task<T> _result = result.Task;
    private OpenAsk? _ask;

    /// <inheritdoc/>
    public string? Asker => Volatile.Read(ref _ask)?.Asker;

    public override void DeliverAsk(object message, ICanTell destination)
    {
        if (message is not null)
        {
            Volatile.Write(ref _ask, asks.Begin(_result, message, destination));
        }

        base.DeliverAsk(message!, destination);
    }

    protected override void TellInternal(object message, IActorRef sender)
    {
        Volatile.Read(ref _ask)?.Answered(FailureIn(message));
        if (message is Status.Failure failure)
        {
            asks.NoteFailure(sender, failure.Cause);
        }

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

/// <summary>An Ask that has no answer yet. It keeps neither the question nor the answer nor an actor.</summary>
/// <param name="asks">Its system's.</param>
/// <param name="tags">Its attributes.</param>
/// <param name="receiver">The path of who was asked; null when its time-out is not noted: for Akka's own questions, and those to a selection.</param>
internal sealed class OpenAsk(AskDurations asks, KeyValuePair<string, object?>[] tags, ActorPath? receiver)
{
    private static readonly Type Success = typeof(void);

    private readonly long _begun = Stopwatch.GetTimestamp();

    // Null without an answer; Success; or the exception's type. The exception itself is in the task, but reading it there would hide it from
    // TaskScheduler.UnobservedTaskException.
    private Type? _answer;

    /// <summary>Readable name of the asking actor's type; null for code outside of actors.</summary>
    public string? Asker => tags[^2].Value is FoldedNames.None ? null : (string)tags[^2].Value!;

    /// <summary>
    /// An answer has come and will end the task, unless the task has ended meanwhile. This race is benign: an answer that comes in the moment of the
    /// time-out may name the failure. The answering thread.
    /// </summary>
    /// <param name="failure">The type of the exception that the task gets; null for none.</param>
    public void Answered(Type? failure) => Interlocked.CompareExchange(ref _answer, failure ?? Success, null);

    /// <summary>The task has ended. A thread of the pool. Never throws.</summary>
    public void End(Task task)
    {
        try
        {
            var seconds = Ticks.ToSeconds(Stopwatch.GetTimestamp() - _begun);
            if (FailureOf(task) is { } failure)
            {
                if (receiver is not null && failure == typeof(AskTimeoutException) && Volatile.Read(ref _answer) is null)
                {
                    asks.NoteTimeout(tags, receiver);
                }

                Instruments.AskDuration.Record(seconds, [.. tags, new(AkkaSpanAttributes.ErrorType, asks.Error(failure))]);
            }
            else
            {
                Instruments.AskDuration.Record(seconds, tags);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    // Futures.Ask ends a task without an answer in two ways only: it is cancelled, or it times out (Futures.Ask, Akka 1.5.71).
    private Type? FailureOf(Task task)
    {
        var answer = Volatile.Read(ref _answer);
        var failure = answer == Success ? null : answer;
        return task.Status switch
        {
            TaskStatus.Canceled => typeof(TaskCanceledException),
            TaskStatus.Faulted => failure ?? typeof(AskTimeoutException),
            _ => failure,
        };
    }
}
