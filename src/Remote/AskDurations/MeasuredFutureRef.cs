using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// The temporary reference of an Ask that is measured. It has the path and the provider of the one that Akka has made, and keeps neither the
/// question nor the answer nor an actor.
/// </summary>
internal sealed class MeasuredFutureRef<T>(AskDurations asks, TaskCompletionSource<T> result, FutureActorRef<T> plain)
    : FutureActorRef<T>(result, plain.Path, plain.Provider), IAskingRef
{
    private static readonly Type Success = typeof(void);

    private readonly Task<T> _result = result.Task;

    // Null until the question is sent, and if it is not measured. Written last: whoever sees them sees the start and the receiver.
    private KeyValuePair<string, object?>[]? _tags;
    private long _begun;

    // Null when a time-out is not noted: for Akka's own questions, and those to a selection.
    private ActorPath? _receiver;

    // Null without an answer; Success; or the exception's type. The exception itself is in the task, but reading it there would hide it from
    // TaskScheduler.UnobservedTaskException.
    private Type? _answer;

    /// <summary>Readable name of the asking actor's type; null for code outside of actors, and before the question is sent.</summary>
    public string? Asker => Volatile.Read(ref _tags)?[^2].Value is string name and not FoldedNames.None ? name : null;

    /// <summary>Asker's thread. The asker does not have the task yet.</summary>
    public override void DeliverAsk(object message, ICanTell destination)
    {
        TelemetryFault.Guard(TelemetryFault.Remote, (Ask: this, message, destination), static it => it.Ask.Begin(it.message, it.destination));
        base.DeliverAsk(message!, destination);
    }

    // The answering thread. The answer ends the task, unless the task has ended meanwhile. This race is benign: an answer that comes in the
    // moment of the time-out may name the failure.
    protected override void TellInternal(object message, IActorRef sender)
    {
        Interlocked.CompareExchange(ref _answer, FailureIn(message) ?? Success, null);
        if (message is Status.Failure failure)
        {
            asks.NoteFailure(Asker, sender, failure.Cause);
        }

        base.TellInternal(message, sender);
    }

    private void Begin(object? question, ICanTell receiver)
    {
        if (question is not null && asks.FindTags(question, out var isAkkas) is { } tags)
        {
            (_receiver, _begun) = (isAkkas ? null : ActorTypeNames.PathOrNone(receiver as IActorRef), Stopwatch.GetTimestamp());
            Volatile.Write(ref _tags, tags);

            // Never on the thread that answers, as Akka's task runs no continuation there. In the asker's context, so that an exemplar has its span.
            _result.ContinueWith(
                static (_, ask) => TelemetryFault.Guard(TelemetryFault.Listener, (MeasuredFutureRef<T>)ask!, static ask => ask.End(ask._tags!)),
                this,
                CancellationToken.None,
                TaskContinuationOptions.None,
                TaskScheduler.Default);
        }
    }

    // The task has ended. A thread of the pool.
    private void End(KeyValuePair<string, object?>[] tags)
    {
        var seconds = Ticks.ToSeconds(Stopwatch.GetTimestamp() - _begun);
        var answer = Volatile.Read(ref _answer);
        if (Failure(answer) is { } failure)
        {
            if (answer is null && _receiver is not null && failure == typeof(AskTimeoutException))
            {
                asks.NoteTimeout(tags, _receiver);
            }

            tags = [.. tags, new(AkkaSpanAttributes.ErrorType, asks.Error(failure))];
        }

        Instruments.AskDuration.Record(seconds, tags);
    }

    // Futures.Ask ends a task without an answer in two ways only: it is cancelled, or it times out (Futures.Ask, Akka 1.5.71).
    private Type? Failure(Type? answer) => _result.Status switch
    {
        TaskStatus.Canceled => typeof(TaskCanceledException),
        TaskStatus.Faulted when answer is null || answer == Success => typeof(AskTimeoutException),
        _ => answer == Success ? null : answer,
    };

    // As Akka's reference reads it. Where the asker takes any object, Akka gives it a Status.Failure as the answer: it is a failure here all the
    // same.
    private static Type? FailureIn(object? message) => message switch
    {
        Status.Failure failure => failure.Cause?.GetType() ?? typeof(TaskCanceledException),
        ISystemMessage => typeof(InvalidOperationException),
        T or null => null,
        _ => typeof(ArgumentException),
    };
}
