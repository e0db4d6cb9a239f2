using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports probable mistakes in a system's setup, and suggests a correction: a warning in Akka's log and an event of the
/// event source, each text once. A correct system gets no report. Any thread.
/// </summary>
internal sealed class SetupWarnings(ExtendedActorSystem system)
{
    // The system's loggers start later. They would miss warnings that are logged while the system starts.
    private static readonly TimeSpan LoggersStartWithin = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<string, bool> _reported = new();

    public void Report(string warning)
    {
        if (_reported.TryAdd(warning, true))
        {
            InstrumentationEventSource.Log.SetupWarning(system.Name, warning);
            system.Log.Warning("{0}", [warning]);
        }
    }

    /// <summary>Reports warnings found while the system starts, after it has started.</summary>
    public void ReportLater(IReadOnlyCollection<string> warnings)
    {
        if (warnings.Count > 0)
        {
            // This may start the scheduler's thread, which keeps what flows for ever.
            using var flow = ExecutionFlow.Suppress();
            system.Scheduler.Advanced.ScheduleOnce(LoggersStartWithin, () =>
            {
                foreach (var warning in warnings)
                {
                    Report(warning);
                }
            });
        }
    }
}

/// <summary>
/// Writes the first exception of each kind of callback that an actor system is configured with to its log. Any thread. Never throws.
/// </summary>
internal sealed class FaultLines(ActorSystem system)
{
    private readonly ConcurrentDictionary<string, bool> _reported = new();

    public void Begin() => TelemetryFault.OfSystem += Write;

    public void End() => TelemetryFault.OfSystem -= Write;

    private void Write(string kind, Exception exception, string name)
    {
        if (name != system.Name || !_reported.TryAdd(kind, true))
        {
            return;
        }

        try
        {
            system.Log.Warning(
                "A callback of WithInstrumentation() threw ({0}). Messages are handled as before, and spans lack what it adds. Mend it: this is "
                    + "logged once, and akka.instrumentation.callback_failures counts on. {1}",
                kind,
                TelemetryFault.TextOf(exception));
        }
        catch (Exception)
        {
            // The log's own code may be what threw.
        }
    }
}

/// <summary>
/// The messages of an actor system whose trace has as many spans as it may have. The first one is logged. One of each second is kept, for the
/// diagnosis.
/// </summary>
internal sealed class CutTraces(AkkaInstrumentationExtension system)
{
    private long _nextAt;
    private CutTrace? _latest;

    /// <summary>Called for each such message. Running threads; one field read but for the first one of a second.</summary>
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
            system.System.Log.Warning(
                "A trace has {0} spans, as many as {1}.tracing.max-spans-per-trace or the budget allows. So {2} at {3} begins a new trace, "
                + "and is drawn "
                + "as any new trace is, like every later message in that one. Does a conversation or a loop never end? This is logged once.",
                [cut.Spans, SettingsReader.Root, cut.Message, cut.Path]);
        }
    }

    /// <summary>The latest one, if it is not older than that. Any thread.</summary>
    public CutTrace? Since(long at) => Volatile.Read(ref _latest) is { } latest && latest.At >= at ? latest : null;
}

/// <summary>A message that its trace had no place for.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Message">Readable name of the message's type.</param>
/// <param name="Spans">How many spans the trace had in this actor system.</param>
/// <param name="At"><see cref="Stopwatch"/> ticks.</param>
internal sealed record CutTrace(string Path, string ActorType, string Message, int Spans, long At);
