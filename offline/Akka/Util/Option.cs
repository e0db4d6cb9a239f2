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

    public bool IsEmpty => !HasValue;

    public static Option<T> Create(T value) => new(value, value is not null);

    public T GetOrElse(T fallbackValue) => HasValue ? Value : fallbackValue;

    public Option<TNew> Select<TNew>(Func<T, TNew> selector) =>
        HasValue ? Option<TNew>.Create(selector(Value)) : Option<TNew>.None;

    public Option<TNew> FlatSelect<TNew>(Func<T, Option<TNew>> mapper) =>
        HasValue ? mapper(Value) : Option<TNew>.None;

    public void OnSuccess(Action<T> action)
    {
        if (HasValue) action(Value);
    }

    public bool Equals(Option<T> other) =>
        HasValue == other.HasValue && EqualityComparer<T>.Default.Equals(Value, other.Value);

    public override bool Equals(object obj) => obj is Option<T> other && Equals(other);

    public override int GetHashCode() => HasValue ? EqualityComparer<T>.Default.GetHashCode(Value) : 0;

    public override string ToString() => HasValue ? $"Some<{Value}>" : "None";

    public static bool operator ==(Option<T> left, Option<T> right) => left.Equals(right);

    public static bool operator !=(Option<T> left, Option<T> right) => !left.Equals(right);

    public static implicit operator Option<T>(T value) => Create(value);
}
