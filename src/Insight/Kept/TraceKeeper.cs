using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Keeps unsampled traces of one actor system, and knows those that were kept lately. Any thread.</summary>
internal sealed class TraceKeeper : ITraceKeeper
{
    /// <summary>So many are known.</summary>
    public const int Most = 100;

    private readonly Queue<(ActivityTraceId Trace, long At)> _latest = new();

    /// <summary>Takes over how much is kept, and how long. One thread at a time.</summary>
    public static void Adopt(InstrumentationSettings settings)
    {
        if (settings.TracingKeep != AkkaKeptTraces.Off)
        {
            KeptRing.Limit(settings.TracingKeepMegabytes * 1024L * 1024, settings.TracingKeepFor);
            UnsampledMessage.Use();
        }
    }

    public KeptHandler HandlerOf(RetroactiveLimits limits, ActorPath actor) => new RecordingHandler(limits, actor);

    public void Keep(KeptTrace trace, RetroactiveLimits limits, FairShare share, long now)
    {
        if (!trace.TryKeep())
        {
            return;
        }

        var decision = new KeptDecision(trace, limits, share, now);
        limits.Roots?.Keep(trace.Id, decision);
        KeptTraces.Keep(decision);
        lock (_latest)
        {
            _latest.Enqueue((trace.Id, now));
            if (_latest.Count > Most)
            {
                _latest.Dequeue();
            }
        }
    }

    public int MissingBefore(in KeptSpan place) => KeptRing.MissingBefore(place);

    /// <summary>The latest, with the <see cref="Stopwatch"/> ticks of their failure; the last one last.</summary>
    public IReadOnlyList<(ActivityTraceId Trace, long At)> Read()
    {
        lock (_latest)
        {
            return [.. _latest];
        }
    }
}
