namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>A type that costs nothing: a hundred thousand real ones take minutes to make.</summary>
internal sealed class FakeType(string name) : TypeDelegator(typeof(object))
{
    public override string Name { get; } = name;

    public override string FullName => $"Fake.{Name}";

    public override Type UnderlyingSystemType => this;

    public static Type[] Many(int count, string prefix = "Message") => [.. Enumerable.Range(0, count).Select(i => new FakeType($"{prefix}{i}"))];
}
