using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Says what is probably not meant in how a system is set up, and what to write instead: a warning in Akka's log and an event of the
/// event source, each text once. Nothing is said in a system in which all is as it should be. Any thread.
/// </summary>
internal sealed class SetupWarnings(ExtendedActorSystem system)
{
    // What is found while the system starts would be missed by its loggers, which start later.
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

    /// <summary>Says what was found while the system starts, when it has started.</summary>
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
