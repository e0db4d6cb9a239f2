using System.Diagnostics;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What does not depend on who listens: the clock, a type's data and its name.</summary>
public class Naming
{
    private readonly Type _plain = typeof(string);
    private readonly Type _nested = typeof(Dictionary<string, List<int>>.Enumerator);
    private readonly ActorTypeInfo _actor = new("system", nameof(Naming), new TimingRate(0, new Pulse(_ => { })), maxMessageTypes: 100);
    private readonly ActorRules _rules = RuleSet.Empty.For("/user/any", actor: null);
    private MessageCells _cells;
    private MessageCell _cell = null!;

    [GlobalSetup]
    public void Setup() => _cell = _cells.For(_actor, _rules, _plain);

    [Benchmark(Description = "floor: clock")]
    public long Clock() => Stopwatch.GetTimestamp();

    [Benchmark(Description = "cell of a message type")]
    public object Cell() => _cells.For(_actor, _rules, _plain);

    [Benchmark(Description = "count in a cell")]
    public void Count() => _cell.Count();

    [Benchmark(Description = "message type by its dictionary")]
    public object Type() => _actor.Message(_plain);

    [Benchmark(Description = "name of a plain type (once a type)")]
    public string Plain() => TypeNames.Of(_plain);

    [Benchmark(Description = "name of a nested generic type (once a type)")]
    public string Nested() => TypeNames.Of(_nested);
}
