namespace AkkaInstrumentation;

/// <summary>The attributes of the Asks of one actor type, by the type of the question. Any thread.</summary>
internal sealed class AskerInfo(SystemTags system, string asker, int maxMessageTypes)
{
    private readonly Capped<string, KeyValuePair<string, object?>[]> _questions = new(
        maxMessageTypes,
        _ => FoldedNames.Other,
        name => system.With(new(AkkaMetricAttributes.SenderType, asker), new(AkkaSpanAttributes.MessageType, name)));

    public KeyValuePair<string, object?>[] Tags(Type question) => _questions.For(TypeNames.Of(question));
}
