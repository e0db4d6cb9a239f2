using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// Measures and traces the Asks of one actor system. The number of askers, questions and exception types is bounded, as in the other metrics. Any
/// thread.
/// </summary>
internal sealed class AskRecorder
{
    private readonly Capped<string, Asker> _askers;
    private readonly Capped<string, string> _errors;
    private readonly SystemMetrics _metrics;
    private readonly AkkaInstrumentationExtension _instrumentation;

    public AskRecorder(AkkaInstrumentationExtension instrumentation)
    {
        _instrumentation = instrumentation;
        _metrics = instrumentation.Metrics;
        instrumentation.Insight.MeasuresAsks = true;
        var maxMessageTypes = instrumentation.Settings.MetricsMaxMessageTypes;
        _askers = new(
            instrumentation.Settings.MetricsMaxActorTypes,
            _ => FoldedNames.Other,
            asker => new(new(
                maxMessageTypes, static question => question with { Name = FoldedNames.Other }, question => NewTags(asker, question))));
        _errors = new(ActorTypeInfo.MaxErrorTypes, _ => FoldedNames.OtherError, name => name);
    }

    /// <summary>The instrumentation of the actor system.</summary>
    public AkkaInstrumentationExtension Instrumentation => _instrumentation;

    // Without an exporter for either, an Ask costs no more than this.
    private bool AreWanted => (Instruments.AskDuration.Enabled && _metrics.IsEnabled) || AreTraced;

    /// <summary>Whether an Ask may have a span now, or its trace is kept if it gets no answer.</summary>
    public bool AreTraced => _instrumentation.RootsIfTracing is not null
        && (_instrumentation.Settings.TracingAskSpans || _instrumentation.RetroactiveLimits.KeepsFailed);

    /// <summary>Akka's reference, or one in its place that measures and traces its Ask. Asker's thread.</summary>
    /// <param name="asks">Null while the actor system starts.</param>
    /// <param name="result">What the asker waits for.</param>
    /// <param name="plain">The reference that Akka has made.</param>
    public static FutureActorRef<T> Around<T>(AskRecorder? asks, TaskCompletionSource<T> result, FutureActorRef<T> plain) =>
        asks is { AreWanted: true } ? new RecordedAsk<T>(asks, result, plain) : plain;

    /// <summary>The attributes of an Ask; null for one of Akka's questions that rules do not measure. Asker's thread.</summary>
    /// <param name="question">The question.</param>
    /// <param name="isAkkas">Whether the question is Akka's own.</param>
    public KeyValuePair<string, object?>[]? FindTags(object question, out bool isAkkas)
    {
        var type = InnerMessage.Unwrap(question).GetType();
        isAkkas = CarriedMessage.IsOfAkka(type);
        return isAkkas && !_instrumentation.Settings.Rules.ForAnyActor(type).Measure ? null
            : _askers.For(AskerName()).Tags.For(new(TypeNames.Get(type), isAkkas ? AkkaActorKind.Infrastructure : AkkaActorKind.User));
    }

    /// <summary>The share of an asker's type in the retroactive spans.</summary>
    /// <param name="asker">Readable name of the type.</param>
    public FairShare ShareOf(string asker) => _askers.For(asker).Retroactive;

    /// <summary>The name for <c>error.type</c>.</summary>
    public string Error(Type exception) => _errors.For(TypeNames.Full(exception));

    /// <summary>Notes a question of the application that had no answer in time. A thread of the pool.</summary>
    /// <param name="tags">Its attributes. The last two are asker and question.</param>
    /// <param name="receiver">The path of who was asked.</param>
    public void NoteTimeout(KeyValuePair<string, object?>[] tags, ActorPath receiver)
    {
        var system = _instrumentation.System;
        var isHere = receiver.Address == system.Provider.DefaultAddress || receiver.Address.HasLocalScope;
        var path = isHere ? ActorTypeNames.Readable(receiver) : ActorTypeNames.PathWithAddress(receiver);
        var type = isHere ? ApplicationTypeAt(system, receiver.ToStringWithoutAddress()) : FoldedNames.Remote;
        _instrumentation.Insight.TimedOutAsks.Add(new((string)tags[^1].Value!, (string)tags[^2].Value!, type, path), Stopwatch.GetTimestamp());
    }

    /// <summary>An actor has answered with a failure. Answering thread. Never throws.</summary>
    /// <param name="asker">Readable name of the asking actor's type; null for code outside of actors.</param>
    /// <param name="answers">The actor that answers.</param>
    /// <param name="cause">What it answers; may be null.</param>
    public void NoteFailure(string? asker, IActorRef? answers, Exception? cause) => TelemetryFault.Guard(
        TelemetryFault.Event, (Asks: this, asker, answers, cause), static it => it.Asks.NoteFailureCore(it.asker, it.answers, it.cause));

    // An actor gets the failure again if it throws it, or pipes it to itself. So only what code outside of actors gets is counted here. What an actor
    // catches is kept for who looks for a cause.
    private void NoteFailureCore(string? asker, IActorRef? answers, Exception? cause)
    {
        var name = _instrumentation.ActorNames.Known(answers);
        if (asker is null)
        {
            _metrics.Events?.ErrorReplies.CountErrorReply(FoldedNames.None, name, cause is null ? FoldedNames.OtherError : Error(cause.GetType()));
        }
        else if (cause is not null)
        {
            _instrumentation.ActorNames.NoteAnswer(cause, name);
            _instrumentation.Insight.AnsweredFailures.Add(
                new("", asker, Error(cause.GetType()), "Status.Failure")
                {
                    Asked = name,
                    Text = _instrumentation.Settings.FailureTexts ? FailureText.MessageOf(cause) : "",
                },
                Stopwatch.GetTimestamp());
        }
    }

    // Empty for Akka's own actors, for uninstrumented ones, and where no actor is any more.
    private string ApplicationTypeAt(ExtendedActorSystem system, string path) =>
        LivingActors.CellAt(system, path) is ActorCell { Mailbox.MessageQueue: RecordedQueue { Recorder.Rules.Kind: AkkaActorKind.User } } cell
            ? NameOf(cell)
            : "";

    private string AskerName() => InternalCurrentActorCellKeeper.Current is { } cell ? NameOf(cell) : FoldedNames.None;

    private string NameOf(ActorCell cell) => _instrumentation.ActorNames.Get(cell.Self);

    private KeyValuePair<string, object?>[] NewTags(string asker, Question question) =>
    [
        .. _metrics.Tags.With(),
        .. _instrumentation.FindCategory(question.Kind) is { } text
            ? new KeyValuePair<string, object?>[] { new(AkkaMetricAttributes.ActorCategory, text) } : [],
        new(AkkaMetricAttributes.SenderType, asker),
        new(AkkaSpanAttributes.MessageType, question.Name),
    ];

    private sealed record Asker(Capped<Question, KeyValuePair<string, object?>[]> Tags)
    {
        public FairShare Retroactive { get; } = new();
    }

    private readonly record struct Question(string Name, AkkaActorKind Kind);
}
