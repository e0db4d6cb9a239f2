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

    private readonly HashSet<string> _said = [];

    public void Say(string warning)
    {
        lock (_said)
        {
            if (!_said.Add(warning))
            {
                return;
            }
        }

        InstrumentationEventSource.Log.SetupWarning(system.Name, warning);
        system.Log.Warning("{0}", [warning]);
    }

    /// <summary>Reports warnings found while the system starts, after it has started.</summary>
    public void SayLater(IReadOnlyCollection<string> warnings)
    {
        if (warnings.Count > 0)
        {
            system.Scheduler.Advanced.ScheduleOnce(LoggersStartWithin, () =>
            {
                foreach (var warning in warnings)
                {
                    Say(warning);
                }
            });
        }
    }
}
