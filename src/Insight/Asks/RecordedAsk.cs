using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// The temporary reference of an Ask that is measured or traced. It has the path and the provider of the reference that Akka has created, and keeps
/// neither the question nor the answer. Only a traced Ask keeps the asker and, if the answer is a failure, that failure, until it has ended
/// (<see cref="AskSpan"/>).
/// </summary>
internal sealed class RecordedAsk<T>(AskRecorder asks, TaskCompletionSource<T> result, FutureActorRef<T> plain)
    : FutureActorRef<T>(result, plain.Path, plain.Provider), IAskingRef
{
    private static readonly Type Success = typeof(void);

    private readonly Task<T> _result = result.Task;

    // Null until the question is sent, and if the Ask is not measured. Written last, so that a thread that sees the tags also sees the start and the
    // receiver.
    private KeyValuePair<string, object?>[]? _tags;
    private long _begun;

    // Null when a time-out is not noted: for Akka's own questions, and for questions to a selection.
    private ActorPath? _receiver;

    // Null if the Ask has no span, and gets none afterwards.
    private AskSpan? _span;

    // Null without an answer; Success; or the exception's type. The exception itself is in the task, but reading it there would hide it from
    // TaskScheduler.UnobservedTaskException.
    private Type? _answer;

    // When it came. The end of the task is seen later, by a thread that the pool has free, when the asker may have asked its next question.
    private long _answeredAt;

    /// <summary>Readable name of the asking actor's type; null for code outside of actors, and before the question is sent.</summary>
    public string? Asker => Volatile.Read(ref _tags)?[^2].Value is string name and not FoldedNames.None ? name : null;

    /// <summary>Asker's thread. The asker does not have the task yet.</summary>
    public override void DeliverAsk(object message, ICanTell destination)
    {
        if (!asks.AreTraced)
        {
            Deliver(message, destination);
            return;
        }

        // The question is sent in the span of the Ask. The asker continues in its own span.
        using var scope = new ContextScope();
        Deliver(message, destination);
    }

    // Called on the answering thread. The answer ends the task, unless the task has ended meanwhile. This race is benign: if an answer comes at the
    // moment of the time-out, the failure may have the name of the answer.
    protected override void TellInternal(object message, IActorRef sender)
    {
        var now = Stopwatch.GetTimestamp();
        if (Interlocked.CompareExchange(ref _answer, FailureIn(message) ?? Success, null) is null)
        {
            Volatile.Write(ref _answeredAt, now);
        }

        if (message is Status.Failure failure)
        {
            _span?.NoteFailure(failure.Cause);
            asks.NoteFailure(Asker, sender, failure.Cause);
        }

        base.TellInternal(message, sender);
    }

    private void Deliver(object message, ICanTell destination)
    {
        TelemetryFault.Guard(TelemetryFault.Event, (Ask: this, message, destination), static it => it.Ask.Begin(it.message, it.destination));
        if (_span is not { BeginsTrace: true })
        {
            base.DeliverAsk(message!, destination);
            return;
        }

        var outer = SentOnBehalf.Begin(_span);
        try
        {
            base.DeliverAsk(message!, destination);
        }
        finally
        {
            SentOnBehalf.End(outer);
        }
    }

    private void Begin(object? question, ICanTell receiver)
    {
        if (question is not null && asks.Names.FindTags(question, out var isAkkas) is { } tags)
        {
            (_receiver, _begun) = (isAkkas ? null : ActorTypeNames.PathOrNone(receiver as IActorRef), Stopwatch.GetTimestamp());
            _span = isAkkas || !asks.AreTraced ? null : AskSpan.Begin(asks.Instrumentation, question, receiver, _begun);
            Volatile.Write(ref _tags, tags);

            // Does not run on the thread that answers, as Akka's task runs no continuation there. It runs in the context of the Ask, so that an
            // exemplar refers to its span.
            _result.ContinueWith(
                static (_, ask) => TelemetryFault.Guard(TelemetryFault.Listener, (RecordedAsk<T>)ask!, static ask => ask.End(ask._tags!)),
                this,
                CancellationToken.None,
                TaskContinuationOptions.None,
                TaskScheduler.Default);
        }
    }

    // The task has ended. A thread of the pool.
    private void End(KeyValuePair<string, object?>[] tags)
    {
        var (answer, asker) = (Volatile.Read(ref _answer), (string)tags[^2].Value!);
        var failure = Failure(answer);
        var isTimeout = answer is null && failure == typeof(AskTimeoutException);
        var now = Volatile.Read(ref _answeredAt) is not 0 and var at ? at : Stopwatch.GetTimestamp();
        if (isTimeout && _receiver is not null)
        {
            asks.NoteTimeout(tags, _receiver);
        }

        var error = failure is null ? null : asks.Names.Error(failure);
        try
        {
            Instruments.AskDuration.Record(Ticks.ToSeconds(now - _begun), error is null ? tags : [.. tags, new(AkkaSpanAttributes.ErrorType, error)]);
        }
        finally
        {
            _span?.End(error, isTimeout ? asks.Names.ShareOf(asker) : null, now);
        }
    }

    // Futures.Ask ends a task without an answer in two ways only: it is cancelled, or it times out (Futures.Ask, Akka 1.5.71).
    private Type? Failure(Type? answer) => _result.Status switch
    {
        TaskStatus.Canceled => typeof(TaskCanceledException),
        TaskStatus.Faulted when answer is null || answer == Success => typeof(AskTimeoutException),
        _ => answer == Success ? null : answer,
    };

    // Reads the answer as Akka's reference does. If the asker accepts any object, Akka returns a Status.Failure as the answer; here it still counts
    // as a failure.
    private static Type? FailureIn(object? message) => message switch
    {
        Status.Failure failure => failure.Cause?.GetType() ?? typeof(TaskCanceledException),
        ISystemMessage => typeof(InvalidOperationException),
        T or null => null,
        _ => typeof(ArgumentException),
    };
}
