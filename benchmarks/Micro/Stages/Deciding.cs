using System.Diagnostics;
using Akka.Actor;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Samplers and filters: what decides whether a message is timed and traced.</summary>
public class Deciding
{
    private const string Rules =
        """
        akka.instrumentation.rules {
          a { path = "/user/orders/*", ratio = 0.1 }
          b { path = "/user/stock/**", trace = never }
          c { message = "Shop.*", span-name = "handle {message}" }
          d { actor = "*Order*", trace = always }
          e { message = Int32, ratio = 0.5 }
        }
        """;

    private readonly object _message = new();
    private readonly TraceFilter _filter = new((message, _) => message.Message is not string, "benchmark");
    private readonly SpanBudget _spent = new(0.001, 0);
    private readonly SpanBudget _rich = new(1e12, 0);
    private readonly TimingRate _rate = new(int.MaxValue, new RateAdaptation(() => { }));
    private Subject _subject = null!;
    private RuleSet _rules = null!;
    private ActorRules _ofActor = null!;
    private RootSampling _ratio = null!;
    private long _next;

    [GlobalSetup]
    public void Setup()
    {
        _subject = new Subject($"{Rules}\nakka.instrumentation.tracing.sampling.ratio = 0.01");
        _rules = _subject.Instrumentation.Settings.Rules;
        _ratio = _subject.Instrumentation.Roots;
        _ofActor = _rules.For("/user/other", typeof(ActorBase));
        _spent.TryTake(ref _next, Stopwatch.GetTimestamp());
    }

    [GlobalCleanup]
    public void Cleanup() => _subject.Dispose();

    [Benchmark(Description = "random number")]
    public ulong Throw() => SamplingRandom.Next();

    [Benchmark(Description = "ratio: is this root drawn")]
    public bool Ratio() => _ratio.Samples(SamplingRandom.Next(), SamplingRandom.Always);

    [Benchmark(Description = "budget: refused")]
    public bool Refused() => _spent.TryTake(ref _next, 1);

    [Benchmark(Description = "budget: granted")]
    public bool Granted()
    {
        var next = 0L;
        return _rich.TryTake(ref next, long.MaxValue / 2);
    }

    [Benchmark(Description = "rate of timed messages: one was chosen")]
    public void CountTimed() => _rate.CountTimed();

    [Benchmark(Description = "filter callback that returns true")]
    public bool Filter() => _filter.Allows(new(_message, null, null!, 0, 0), alreadyInTrace: false);

    [Benchmark(Description = "verdict of a message type, 5 rules")]
    public object Verdict() => _ofActor.For(typeof(string));

    [Benchmark(Description = "rules of an actor, 5 rules (once an actor)")]
    public object OfActor() => _rules.For("/user/stock/shelf-1", typeof(ActorBase));
}
