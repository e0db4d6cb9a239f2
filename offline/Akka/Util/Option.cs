#nullable disable annotations // oblivious, as Akka's own signature is: T may be a nullable reference

namespace Akka.Util;

/// <summary>A value that may be absent.</summary>
public readonly struct Option<T>
{
    public static readonly Option<T> None;

    private Option(T value, bool hasValue)
    {
        Value = value;
        HasValue = hasValue;
    }

    public T Value { get; }

    public bool HasValue { get; }

    public static Option<T> Create(T value) => new(value, value is not null);

    public T GetOrElse(T fallbackValue) => HasValue ? Value : fallbackValue;

    public static implicit operator Option<T>(T value) => Create(value);
}
