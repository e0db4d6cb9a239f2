using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// The attributes of the Asks of one actor system. The number of askers, questions and exception types is bounded, as in the other metrics. Any
/// thread.
/// </summary>
internal sealed class AskNames
{
    private readonly Capped<string, Asker> _askers;
    private readonly Capped<string, string> _errors;
    private readonly AkkaInstrumentationExtension _instrumentation;

    public AskNames(AkkaInstrumentationExtension instrumentation)
    {
        _instrumentation = instrumentation;
        var maxMessageTypes = instrumentation.Settings.MetricsMaxMessageTypes;
        _askers = new(
            instrumentation.Settings.MetricsMaxActorTypes,
            _ => FoldedNames.Other,
            asker => new(new(
                maxMessageTypes, static question => question with { Name = FoldedNames.Other }, question => NewTags(asker, question))));
        _errors = new(ActorTypeInfo.MaxErrorTypes, _ => FoldedNames.OtherError, name => name);
    }

    /// <summary>The attributes of an Ask; null for a question of Akka's own that the rules exclude from the metrics. Asker's thread.</summary>
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

    private string AskerName() =>
        InternalCurrentActorCellKeeper.Current is { } cell ? _instrumentation.ActorNames.Get(cell.Self) : FoldedNames.None;

    private KeyValuePair<string, object?>[] NewTags(string asker, Question question) =>
    [
        .. _instrumentation.Metrics.Tags.With(),
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
