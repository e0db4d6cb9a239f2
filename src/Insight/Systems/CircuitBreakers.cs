using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Pattern;

namespace AkkaInstrumentation;

/// <summary>The circuit breakers of one actor system that the application has named. Any thread.</summary>
internal sealed class CircuitBreakers(SystemTags system)
{
    /// <summary>Names beyond this number share one name, so that memory is bounded.</summary>
    internal const int MaxNames = 100;

    private readonly Capped<string, NamedBreakers> _names = new(MaxNames, static _ => FoldedNames.Other, name => new NamedBreakers(system, name));

    public IEnumerable<NamedBreakers> All => _names;

    public void Add(string name, CircuitBreaker breaker) => _names.For(name).Add(breaker);
}

/// <summary>The circuit breakers with one name. The data about a breaker is kept by the breaker and disappears with it: nothing here keeps a breaker
/// alive.</summary>
internal sealed class NamedBreakers(SystemTags system, string name)
{
    private readonly ConditionalWeakTable<CircuitBreaker, NamedBreaker> _breakers = [];
    private readonly KeyValuePair<string, object?>[][] _states = Array.ConvertAll(
        ["closed", "open", "half_open"],
        state => system.With(new(AkkaMetricAttributes.CircuitBreakerName, name), new(AkkaMetricAttributes.CircuitBreakerState, state)));

    public string Name => name;

    public TaggedCount Openings { get; } = new(system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.CircuitBreakerName, name)));

    /// <summary>The breakers that are alive.</summary>
    public List<NamedBreaker> Living => [.. _breakers.Select(static one => one.Value)];

    /// <summary>How many are in each state, read now.</summary>
    public IEnumerable<(int Breakers, KeyValuePair<string, object?>[] Tags)> States
    {
        get
        {
            var counts = new int[_states.Length];
            foreach (var breaker in Living)
            {
                counts[breaker.IsOpen ? 1 : breaker.IsClosed ? 0 : 2]++;
            }

            return counts.Zip(_states);
        }
    }

    public void Add(CircuitBreaker breaker)
    {
        var named = new NamedBreaker(breaker, Openings);
        if (_breakers.TryAdd(breaker, named))
        {
            // The breaker keeps the callbacks alive, and these keep their objects alive.
            breaker.OnOpen(named.Opened).OnClose(named.Closed);
        }
    }
}

/// <summary>
/// One circuit breaker. Akka calls back on pool threads that may overtake each other, so the state is read from the breaker itself. Only the time
/// since which it has not been closed is noted. An overtaken call makes this time too long until the breaker closes the next time.
/// </summary>
internal sealed class NamedBreaker(CircuitBreaker breaker, TaggedCount openings)
{
    private long _openedAt = breaker.IsClosed ? 0 : Stopwatch.GetTimestamp();

    public bool IsOpen => breaker.IsOpen;

    public bool IsClosed => breaker.IsClosed;

    /// <summary>The exception of the latest call; null after a success, and when it timed out without one.</summary>
    public Exception? LastFailure => breaker.LastCaughtException;

    /// <summary>Ticks since which it has not been closed; 0 when not known.</summary>
    public long OpenedAt => Volatile.Read(ref _openedAt);

    public void Opened()
    {
        Interlocked.CompareExchange(ref _openedAt, Stopwatch.GetTimestamp(), 0);
        openings.Increment();
    }

    public void Closed() => Volatile.Write(ref _openedAt, 0);
}
