using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports probable mistakes in a system's setup, and suggests a correction: a warning in Akka's log and an event of the
/// event source, each once. A correct system gets no report. Any thread.
/// </summary>
internal sealed class SetupWarnings(ExtendedActorSystem system)
{
    // The system's loggers start later. They would miss warnings that are logged while the system starts.
    private static readonly TimeSpan LoggersStartWithin = TimeSpan.FromSeconds(1);

    // More than there are mistakes. Some texts contain a path or a type, of which an application may have any number.
    private const int MaxReports = 1_000;

    private readonly ConcurrentDictionary<string, bool> _reported = new();

    public void Report(string warning) => Report(warning, () => warning);

    /// <summary>The same for a text that is expensive to make: it is made once for each key.</summary>
    public void Report(string key, Func<string> warning)
    {
        if (_reported.Count < MaxReports && _reported.TryAdd(key, true))
        {
            var text = warning();
            InstrumentationEventSource.Log.SetupWarning(system.Name, text);
            system.Log.Warning("{0}", [text]);
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

    /// <summary>Reports the first exception of each kind of callback that the system is configured with, until <see cref="End"/>.</summary>
    public void Begin() => TelemetryFault.OfSystem += CallbackThrew;

    public void End() => TelemetryFault.OfSystem -= CallbackThrew;

    // The log's own code may be what threw. Nothing of it may reach the actor.
    private void CallbackThrew(string kind, Exception exception, string name)
    {
        if (name == system.Name)
        {
            TelemetryFault.Guard(TelemetryFault.Listener, exception, thrown => Report(kind, () =>
                $"A callback of WithInstrumentation() threw ({kind}). Messages are handled as before, and spans lack what it adds. Mend it: this is "
                + $"logged once, and {AkkaMetricNames.InstrumentationCallbackFailures} counts on. {TelemetryFault.TextOf(thrown)}"));
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
            system.Warnings.Report(
                $"A trace has {cut.Spans} spans, as many as {SettingsReader.Root}.tracing.max-spans-per-trace or the budget allows. So {cut.Message} "
                + $"at {cut.Path} begins a new trace, and is drawn as any new trace is, like every later message in that one. Does a conversation "
                + "or a loop never end? This is logged once.");
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
