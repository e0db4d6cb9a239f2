using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Keeps unsampled traces of one actor system, and knows those that were kept lately. Any thread.</summary>
/// <param name="system">The actor system's instrumentation.</param>
internal sealed class TraceKeeper(AkkaInstrumentationExtension system)
{
    /// <summary>So many are known.</summary>
    public const int Most = 100;

    /// <summary>So many new traces are told to the other nodes at once, and taken over from one of them at once.</summary>
    public const int MostTold = 50;

    /// <summary>So many are taken over from all of them in a second.</summary>
    public const int MostOfSecond = 200;

    /// <summary>So many nodes are named at most that have not confirmed that they keep their part.</summary>
    public const int MostSilent = 10;

    private const string News = "kept ";
    private static readonly SearchValues<char> LowerHex = SearchValues.Create("0123456789abcdef");

    private readonly Queue<(ActivityTraceId Trace, long At)> _latest = new();
    private readonly FairShare _peers = new();

    // For the other nodes, until the background thread tells them.
    private readonly Queue<KeptDecision> _toTell = new();
    private bool _isInCluster;
    private long _second;
    private int _ofSecond;
    private volatile bool _keepsFailed;
    private volatile bool _keepsSlow;

    public AkkaInstrumentationExtension System => system;

    /// <summary>The other nodes of the cluster; null while this node is in none.</summary>
    public Func<IClusterNodes?> Nodes { get; init; } = static () => null;

    /// <summary>Whether the whole trace of a failed message is kept.</summary>
    public bool KeepsFailed => _keepsFailed;

    /// <summary>Whether the whole trace of a slow message is kept.</summary>
    public bool KeepsSlow => _keepsSlow;

    /// <summary>Holds whether unsampled messages leave records.</summary>
    public StrongBox<bool> IsOn { get; } = new();

    /// <summary>Whether this version of .NET can do what the settings ask for.</summary>
    public static bool CanKeep(InstrumentationSettings settings) => settings.TracingKeep == AkkaKeptTraces.Off || SpanIds.AreGiven;

    /// <summary>Takes over how much is kept, and how long. One thread at a time.</summary>
    public void Adopt(InstrumentationSettings settings)
    {
        var keep = CanKeep(settings) ? settings.TracingKeep : AkkaKeptTraces.Off;
        _keepsFailed = settings.TracingRetroactiveErrors && keep is AkkaKeptTraces.Failed or AkkaKeptTraces.Both;
        _keepsSlow = keep is AkkaKeptTraces.Slow or AkkaKeptTraces.Both
            && (settings.TracingRetroactiveSlowWait != Timeout.InfiniteTimeSpan || settings.TracingRetroactiveSlowWork != Timeout.InfiniteTimeSpan);
        Volatile.Write(ref IsOn.Value, _keepsFailed || _keepsSlow);
        if (IsOn.Value)
        {
            KeptRing.Limit(settings.TracingKeepMegabytes * 1024L * 1024, settings.TracingKeepFor);
            UnsampledMessage.Use();
        }
    }

    /// <inheritdoc cref="ISystemObserver.Record"/>
    public UnsampledMessage? Record(UnsampledMessage? before, ActorPath actor) => IsOn.Value ? before ?? new RecordingHandler(this, actor) : null;

    /// <summary>Keeps a trace for a while. Does nothing as long as it is kept.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="share">That of the actor type of the message for which it is kept.</param>
    /// <param name="now">The time.</param>
    public void Keep(KeptTrace trace, FairShare share, long now)
    {
        if (!trace.TryKeep(now, out var since))
        {
            return;
        }

        var decision = new KeptDecision(this, trace, share, now) { Since = since };
        system.RetroactiveLimits.Roots?.Keep(trace.Id, decision);
        KeptTraces.Keep(decision);
        lock (_latest)
        {
            _latest.Enqueue((trace.Id, now));
            if (_latest.Count > Most)
            {
                _latest.Dequeue();
            }

            _toTell.Enqueue(decision);
            if (_toTell.Count > MostTold)
            {
                _toTell.Dequeue();
            }
        }
    }

    /// <summary>Tells the other nodes which traces are kept here since the last time. The background thread.</summary>
    public void TellNodes()
    {
        // The first look at the cluster starts the actor to which other nodes tell something.
        _isInCluster = _isInCluster || (IsOn.Value && Nodes()?.Read() is not null);
        KeptDecision[] told;
        lock (_latest)
        {
            told = [.. _toTell];
            _toTell.Clear();
        }

        if (told.Length > 0 && Nodes()?.Tell(News + string.Join(' ', told.Select(static each => each.Trace.Id.ToHexString()))) is { } news)
        {
            Array.ForEach(told, each => each.News = news);
        }
    }

    /// <summary>The nodes that have not confirmed that they keep their part of a trace, some of them, as texts.</summary>
    public string[] Silent(KeptDecision decision) =>
        decision.Trace.HasMetNodes && Nodes()?.Unconfirmed(decision.News) is { Count: > 0 } silent ? [.. silent.Take(MostSilent)] : [];

    /// <summary>
    /// Another node keeps traces. What this one has of them becomes spans, too, within its own limit; of a trace that it has never met, nothing. So
    /// news that are forged cost a search.
    /// </summary>
    /// <returns>Whether this node keeps its parts.</returns>
    public bool Told(string news)
    {
        if (!IsOn.Value || !news.StartsWith(News, StringComparison.Ordinal))
        {
            return false;
        }

        foreach (var id in news[News.Length..].Split(' ', MostTold + 1).Take(MostTold))
        {
            var now = Stopwatch.GetTimestamp();
            if (id.Length == 32 && id.AsSpan().IndexOfAnyExcept(LowerHex) < 0 && TryTakeOver(now))
            {
                var trace = new KeptTrace(NonRecordingContext.Root(ActivityTraceId.CreateFromString(id)), now);
                trace.TryKeep(now, out _);
                KeptTraces.Keep(new KeptDecision(this, trace, _peers, now, isOfPeer: true));
            }
        }

        return true;
    }

    /// <summary>The latest, with the <see cref="Stopwatch"/> ticks of their failure; the last one last.</summary>
    public IReadOnlyList<(ActivityTraceId Trace, long At)> Read()
    {
        lock (_latest)
        {
            return [.. _latest];
        }
    }

    private bool TryTakeOver(long now)
    {
        lock (_latest)
        {
            if (now / Stopwatch.Frequency is var second && second != _second)
            {
                (_second, _ofSecond) = (second, 0);
            }

            return ++_ofSecond <= MostOfSecond;
        }
    }
}
