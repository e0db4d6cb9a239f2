namespace AkkaInstrumentation;

/// <summary>
/// The marker attributes of this library: <see cref="NeverTraceAttribute"/>, <see cref="NeverMeasureAttribute"/> and
/// <see cref="SpanNameAttribute"/>. There are no others: one question finds that a type has none of them.
/// </summary>
public abstract class MarkerAttribute : Attribute
{
    private protected MarkerAttribute()
    {
    }
}
