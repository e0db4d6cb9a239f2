namespace AkkaInstrumentation;

/// <summary>How often actors of one type failed with one type of exception. Any thread; failures are rare.</summary>
internal sealed class FailureCount
{
    private long _value;

    public FailureCount(ActorTypeInfo actor, Type exception)
    {
        ErrorType = exception.FullName ?? exception.Name;
        Tags = [.. actor.Tags, new(SpanAttributes.ErrorType, ErrorType)];
    }

    public string ErrorType { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    public long Value => Interlocked.Read(ref _value);

    public void Increment() => Interlocked.Increment(ref _value);
}
