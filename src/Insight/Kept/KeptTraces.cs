using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AkkaInstrumentation;

/// <summary>
/// Makes spans of the records of traces that are kept. There is one for the process, as there is one ring. It searches a few times a second: for a
/// trace that is new in all records, and afterwards only in those that have come since, because handlers that had begun before leave theirs later.
/// </summary>
internal sealed class KeptTraces : BackgroundWork
{
    /// <summary>Traces at once. A further one takes the place of the oldest, whose later records become no spans.</summary>
    public const int MaxTraces = 1_000;

    /// <summary>The same of traces that other nodes keep, so that these cannot displace own ones.</summary>
    public const int MaxOfPeers = 250;

    /// <summary>
    /// What is missing of a trace is said after this time, in ticks, or after half of the time that records are there. Other nodes confirm the trace
    /// until then.
    /// </summary>
    public static readonly long SaidAfter = 2 * Stopwatch.Frequency;

    // A power of two, for the bits of a key.
    private const int FilterBits = 1 << 14;

    private static readonly KeptTraces Work = new();

    private readonly object _lock = new();
    private readonly ulong[] _filter = new ulong[FilterBits / 64];
    private readonly HashSet<TraceKeeper> _systems = [];

    // By key; in the order of their decisions.
    private readonly Dictionary<(ulong, TraceKeeper?), Followed> _traces = [];
    private readonly Queue<Followed> _order = new();
    private readonly Queue<Followed> _ofPeers = new();
    private readonly List<Followed> _new = [];

    private KeptTraces()
        : base(TimeSpan.FromMilliseconds(250), TelemetryFault.Listener)
    {
    }

    /// <summary>A trace is kept. Any thread.</summary>
    public static void Keep(KeptDecision decision)
    {
        lock (Work._lock)
        {
            Work._new.Add(new(decision));
        }
    }

    /// <summary>An actor system keeps traces.</summary>
    public static void Add(TraceKeeper system)
    {
        lock (Work._lock)
        {
            Work._systems.Add(system);
        }

        BackgroundThread.TryAdd(Work);
    }

    /// <summary>An actor system keeps none any more. What its traces have left becomes spans first.</summary>
    public static void Remove(TraceKeeper system)
    {
        lock (Work._lock)
        {
            if (!Work._systems.Remove(system) || Work._systems.Count > 0)
            {
                return;
            }
        }

        BackgroundThread.Remove(Work);
        Work.DoNow();
        KeptRing.Release(Stopwatch.GetTimestamp());
    }

    /// <summary>For tests: the actor systems of the process are nodes, none of which knows the records of another.</summary>
    internal static bool SeparatesSystems { get; set; }

    /// <summary>For tests: how many traces of other nodes are searched for.</summary>
    internal static int OfPeers => Work._ofPeers.Count;

    /// <summary>For tests: searches now.</summary>
    internal static void Search() => Work.DoNow();

    protected override void Do(long now)
    {
        lock (_order)
        {
            Follow(now);
            if (_traces.Count > 0)
            {
                Search(now);
                foreach (var trace in _traces.Values)
                {
                    trace.SayMissing(now);
                }
            }
        }

        KeptRing.Release(now - KeptRing.KeptFor);
        TraceKeeper[] systems;
        lock (_lock)
        {
            systems = [.. _systems];
        }

        Array.ForEach(systems, static system => system.TellNodes());
    }

    // All actor systems of a process are one node.
    private static TraceKeeper? NodeOf(TraceKeeper keeper) => SeparatesSystems ? keeper : null;

    private void DoNow() => TelemetryFault.Guard(TelemetryFault.Listener, this, static work => work.Do(Stopwatch.GetTimestamp()));

    private void Follow(long now)
    {
        Followed[] begun;
        lock (_lock)
        {
            begun = [.. _new];
            _new.Clear();
        }

        Forget(_order, MaxTraces, now);
        Forget(_ofPeers, MaxOfPeers, now);
        foreach (var trace in begun)
        {
            if (_traces.TryAdd(trace.Key, trace))
            {
                (trace.Decision.IsOfPeer ? _ofPeers : _order).Enqueue(trace);
            }
        }

        Forget(_order, MaxTraces, now);
        Forget(_ofPeers, MaxOfPeers, now);
        Array.Clear(_filter);
        foreach (var (key, _) in _traces.Keys)
        {
            _filter[(key / 64) % (FilterBits / 64)] |= 1UL << (int)(key % 64);
        }
    }

    private void Forget(Queue<Followed> traces, int most, long now)
    {
        while (traces.TryPeek(out var oldest) && (traces.Count > most || now - oldest.Decision.At > KeptRing.KeptFor))
        {
            traces.Dequeue();
            _traces.Remove(oldest.Key);
        }
    }

    private void Search(long now)
    {
        var oldest = now - KeptRing.KeptFor;
        var hasNew = _traces.Values.Any(static trace => trace.IsNew);
        foreach (var block in KeptRing.Blocks)
        {
            var (epoch, count) = (block.Epoch, block.Count);
            var searched = block.Searched.Epoch == epoch ? block.Searched.Count : 0;
            for (var i = hasNew ? 0 : searched; i < count; i++)
            {
                var key = block.Keys[i];
                if ((_filter[(key / 64) % (FilterBits / 64)] & (1UL << (int)(key % 64))) != 0
                    && block.TryRead(epoch, i, out var record)
                    && record.EndedAt >= oldest
                    && _traces.TryGetValue((key, NodeOf(record.Receiver.Keeper)), out var trace)
                    && record.EndedAt >= trace.Decision.Since
                    && (trace.IsNew || i >= searched))
                {
                    trace.Found.Add(record);
                }
            }

            block.Searched = (epoch, count);
        }

        foreach (var trace in _order.Concat(_ofPeers))
        {
            trace.MakeSpans();
        }
    }

    private sealed class Followed(KeptDecision decision)
    {
        private long _leftOut;
        private bool _hasSaid;

        public KeptDecision Decision => decision;

        public (ulong, TraceKeeper?) Key { get; } = (decision.Trace.Key, NodeOf(decision.Keeper));

        /// <summary>Whether no search has looked for it.</summary>
        public bool IsNew { get; private set; } = true;

        public List<KeptRecord> Found { get; } = [];

        // Those that were sent first come first, as far as the limit allows.
        public void MakeSpans()
        {
            IsNew = false;
            if (Found.Count == 0)
            {
                return;
            }

            Found.Sort(static (one, other) => one.BegunAt.CompareTo(other.BegunAt));
            foreach (ref readonly var record in CollectionsMarshal.AsSpan(Found))
            {
                if (decision.TryTake())
                {
                    KeptSpans.Make(decision.Trace, record);
                }
                else
                {
                    _leftOut++;
                }
            }

            Found.Clear();
            Found.Capacity = 0;
        }

        /// <summary>Says once what the trace lacks: messages that the limit has left out, and parts of nodes that have not confirmed.</summary>
        public void SayMissing(long now)
        {
            if (_hasSaid || now - decision.At < Math.Min(SaidAfter, KeptRing.KeptFor / 2))
            {
                return;
            }

            _hasSaid = true;
            var silent = decision.IsOfPeer ? [] : decision.Keeper.Silent(decision);
            if (_leftOut > 0 || silent.Length > 0)
            {
                KeptSpans.MakeMissing(decision, _leftOut, silent);
            }
        }
    }
}
