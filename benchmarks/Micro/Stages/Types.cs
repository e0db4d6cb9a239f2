using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What is known about a message's type: its cell, its count, its name.</summary>
public class Types
{
    private readonly Type _plain = typeof(string);
    private readonly Type _nested = typeof(Dictionary<string, List<int>>.Enumerator);
    private readonly ActorTypeInfo _actor = new("system", nameof(Types), new TimingRate(0, new RateAdaptation(() => { })), maxMessageTypes: 100);
    private readonly ActorRules _rules = RuleSet.Empty.For("/user/any", actor: null);
    private MessageCells _cells;
    private MessageCells _many;
    private MessageCell _cell = null!;

    [GlobalSetup]
    public void Setup()
    {
        _cell = _cells.For(_actor, _rules, _plain);
        foreach (var type in typeof(object).Assembly.GetExportedTypes().Where(type => !type.IsGenericType).Take(50).Append(_plain))
        {
            _many.For(_actor, _rules, type);
        }
    }

    [Benchmark(Description = "cell of a message type, 1 type")]
    public object One() => _cells.For(_actor, _rules, _plain);

    [Benchmark(Description = "cell of a message type, 50 types")]
    public object Many() => _many.For(_actor, _rules, _plain);

    [Benchmark(Description = "count in a cell")]
    public void Count() => _cell.Count();

    [Benchmark(Description = "message type by its dictionary")]
    public object Type() => _actor.Message(_plain);

    [Benchmark(Description = "name of a plain type (once a type)")]
    public string Plain() => TypeNames.Get(_plain);

    [Benchmark(Description = "name of a nested generic type (once a type)")]
    public string Nested() => TypeNames.Get(_nested);
}
