using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The messages of an actor system whose trace is full. The first one is logged. One message of each second is kept for the diagnosis.
/// </summary>
internal sealed class CutTraces(AkkaInstrumentationExtension system, SetupWarnings warnings)
{
    private long _nextAt;
    private CutTrace? _latest;

    /// <summary>Called for each such message, by running threads. Costs one field read, except for the first message of a second.</summary>
    public void Report(ObservedMailbox mailbox, MessageTypeInfo message, ActivityTraceId trace, long now)
    {
        var due = Volatile.Read(ref _nextAt);
        if (now < due || Interlocked.CompareExchange(ref _nextAt, now + Stopwatch.Frequency, due) != due)
        {
            return;
        }

        var cut = new CutTrace(mailbox.Path, message.Actor.Name, message.Name, system.Roots.SpansOf(trace), now);
        Volatile.Write(ref _latest, cut);
        if (due == 0)
        {
            warnings.Report(
                $"A trace has {cut.Spans} spans, as many as {InstrumentationSettings.Root}.tracing.max-spans-per-trace or the budget allows. "
                + $"So {cut.Message} "
                + $"at {cut.Path} begins a new trace, and is drawn as any new trace is, like every later message in that one. Does a conversation "
                + "or a loop never end? This is logged once.");
        }
    }

    /// <summary>The latest such message, if it is not older than the given time. Any thread.</summary>
    public CutTrace? Since(long at) => Volatile.Read(ref _latest) is { } latest && latest.At >= at ? latest : null;
}

/// <summary>A message for which its trace had no place.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Message">Readable name of the message's type.</param>
/// <param name="Spans">How many spans the trace had in this actor system.</param>
/// <param name="At"><see cref="Stopwatch"/> ticks.</param>
internal sealed record CutTrace(string Path, string ActorType, string Message, int Spans, long At);
