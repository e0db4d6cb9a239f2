namespace AkkaInstrumentation;

/// <summary>How often actors of one type failed with one type of exception. Any thread; failures are rare.</summary>
internal sealed class FailureCount(ActorTypeInfo actor, string errorType)
    : TaggedCount([.. actor.Tags, new(SpanAttributes.ErrorType, errorType)])
{
    public string ErrorType { get; } = errorType;
}
