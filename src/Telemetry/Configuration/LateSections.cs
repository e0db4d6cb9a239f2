using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments dispatcher sections that an extension brings after the start of the system. Akka has no event for that. So the configuration is
/// compared when an actor gets its mailbox. An extension that starts an actor on its own section at once is faster than that. The ids of those that
/// do so in Akka's family are known, and are registered before.
/// </summary>
internal sealed class LateSections
{
    // Persistence starts a journal in the call that brings the sections.
    private static readonly string[] Known =
    [
        "akka.persistence.dispatchers.default-plugin-dispatcher",
        "akka.persistence.dispatchers.default-replay-dispatcher",
        "akka.persistence.dispatchers.default-stream-dispatcher",
    ];

    private readonly ActorSystem _system;
    private readonly bool _isOn;
    private volatile Config _seen;

    /// <param name="system">The actor system, whose present sections are registered.</param>
    /// <param name="ids">The setting <c>dispatchers</c>.</param>
    public LateSections(ActorSystem system, IReadOnlyList<string> ids)
    {
        _system = system;
        _isOn = ids.Contains(DispatcherSections.Every) && DispatcherCounterpart.AreInstalled;
        _seen = system.Settings.Config;
        foreach (var id in _isOn ? Known : [])
        {
            if (!_seen.HasPath(id))
            {
                system.Dispatchers.RegisterConfigurator(id, new SectionConfigurator(system, id));
            }
        }
    }

    /// <summary>An actor gets its mailbox. Benign race: two actors may look at the same new configuration.</summary>
    public void Follow()
    {
        if (_isOn && !ReferenceEquals(_seen, _system.Settings.Config))
        {
            FollowCore();
        }
    }

    private void FollowCore()
    {
        try
        {
            _seen = _system.Settings.Config;
            DispatcherSections.RegisterAll(_system);
        }
        catch (Exception e)
        {
            // A section that cannot be read must not stop another actor.
            TelemetryFault.Report(TelemetryFault.Rules, e);
        }
    }
}
