using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Measures and traces the Asks of one actor system, and notes those that fail. Any thread.</summary>
internal sealed class AskRecorder
{
    private readonly SystemMetrics _metrics;
    private readonly AkkaInstrumentationExtension _instrumentation;

    public AskRecorder(AkkaInstrumentationExtension instrumentation)
    {
        _instrumentation = instrumentation;
        _metrics = instrumentation.Metrics;
        Names = new(instrumentation);
        instrumentation.Insight.SeesAsks = () => AreWanted;
    }

    /// <summary>The instrumentation of the actor system.</summary>
    public AkkaInstrumentationExtension Instrumentation => _instrumentation;

    /// <summary>The attributes of its Asks.</summary>
    public AskNames Names { get; }

    // If neither spans nor durations are collected, an Ask costs no more than this check.
    private bool AreWanted => (Instruments.AskDuration.Enabled && _metrics.IsEnabled) || AreTraced;

    /// <summary>Whether an Ask may have a span now.</summary>
    public bool AreTraced => _instrumentation.RootsIfTracing is not null && _instrumentation.Settings.TracingAskSpans;

    /// <summary>Returns Akka's reference, or another one in its place that measures and traces the Ask. Asker's thread.</summary>
    /// <param name="asks">Null while the actor system starts.</param>
    /// <param name="result">The result that the asker waits for.</param>
    /// <param name="plain">The reference that Akka has made.</param>
    public static FutureActorRef<T> Around<T>(AskRecorder? asks, TaskCompletionSource<T> result, FutureActorRef<T> plain) =>
        asks is { AreWanted: true } ? new RecordedAsk<T>(asks, result, plain) : plain;

    /// <summary>Notes a question of the application that had no answer in time. A thread of the pool.</summary>
    /// <param name="tags">Its attributes. The last two are asker and question.</param>
    /// <param name="receiver">The path of the asked actor.</param>
    public void NoteTimeout(KeyValuePair<string, object?>[] tags, ActorPath receiver)
    {
        var system = _instrumentation.System;
        var isHere = receiver.Address == system.Provider.DefaultAddress || receiver.Address.HasLocalScope;
        var path = isHere ? ActorTypeNames.Readable(receiver) : ActorNames.PathWithAddress(receiver);
        var type = isHere ? ApplicationTypeAt(system, receiver.ToStringWithoutAddress()) : FoldedNames.Remote;
        _instrumentation.Insight.TimedOutAsks.Add(new((string)tags[^1].Value!, (string)tags[^2].Value!, type, path), Stopwatch.GetTimestamp());
    }

    /// <summary>An actor has answered with a failure. Answering thread. Never throws.</summary>
    /// <param name="asker">Readable name of the asking actor's type; null for code outside of actors.</param>
    /// <param name="answers">The actor that answers.</param>
    /// <param name="cause">The exception in its answer; may be null.</param>
    public void NoteFailure(string? asker, IActorRef? answers, Exception? cause) => TelemetryFault.Guard(
        TelemetryFault.Event, (Asks: this, asker, answers, cause), static it => it.Asks.NoteFailureCore(it.asker, it.answers, it.cause));

    // If the asker is an actor, the failure is counted when the actor throws it or pipes it to itself. So only failures of code outside of actors are
    // counted here. A failure that an actor catches is kept for the diagnosis.
    private void NoteFailureCore(string? asker, IActorRef? answers, Exception? cause)
    {
        var name = _instrumentation.ActorNames.Known(answers);
        var error = cause is null ? FoldedNames.OtherError : Names.Error(cause.GetType());
        if (asker is null)
        {
            _instrumentation.Insight.Events?.ErrorReplies.CountErrorReply(FoldedNames.None, name, error);
        }
        else if (cause is not null)
        {
            _instrumentation.ActorNames.NoteAnswer(cause, name);
            _instrumentation.Insight.AnsweredFailures.Add(
                new("", asker, error, "Status.Failure")
                {
                    Asked = name,
                    Text = _instrumentation.Settings.FailureTexts ? FailureText.MessageOf(cause) : "",
                },
                Stopwatch.GetTimestamp());
        }
    }

    // Empty for Akka's own actors, for uninstrumented ones, and if no actor is at the path any more.
    private string ApplicationTypeAt(ExtendedActorSystem system, string path) =>
        LivingActors.CellAt(system, path) is ActorCell { Mailbox.MessageQueue: RecordedQueue { Recorder.Rules.Kind: AkkaActorKind.User } } cell
            ? _instrumentation.ActorNames.Get(cell.Self)
            : "";
}
