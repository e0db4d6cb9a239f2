using FsCheck;
using FsCheck.Fluent;

namespace AkkaInstrumentation.Tests.Properties;

/// <summary>FsCheck's way to make loads, and to make one that fails smaller.</summary>
internal static class Loads
{
    /// <summary>How many loads a property is checked with; together they have at least a quarter of a million messages.</summary>
    public const int Count = 5;

    private const int MessagesEachLoad = 250_000 / Count;
    private const int FewestSenders = 8;

    public static Arbitrary<Load> Arbitrary { get; } = Arb.From(Generator(), Smaller);

    private static Gen<Load> Generator() =>
        from senders in Gen.Choose(FewestSenders, 2 * FewestSenders)
        from burst in Gen.Elements(1, 10, 1_000)
        from consumerBurst in Gen.Elements(1, 100, 10_000)
        from capacity in Gen.Elements(1, 10, 100, 1_000, 1_000, 10_000, 10_000, 10_000)
        from seed in Gen.Choose(0, int.MaxValue)
        select new Load(senders, (MessagesEachLoad / senders) + 1, burst, consumerBurst, capacity, seed);

    private static IEnumerable<Load> Smaller(Load load)
    {
        if (load.Each > 1)
        {
            yield return load with { Each = load.Each / 2 };
        }

        if (load.Senders > FewestSenders)
        {
            yield return load with { Senders = FewestSenders };
        }
    }
}
