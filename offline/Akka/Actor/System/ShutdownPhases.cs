using Akka.Configuration;

namespace Akka.Actor;

internal sealed record ShutdownPhase(string Name, string[] DependsOn, TimeSpan Timeout, bool Recover, bool Enabled);

/// <summary>The phases of <c>akka.coordinated-shutdown</c>, each after those that it depends on.</summary>
internal sealed class ShutdownPhases
{
    private readonly Dictionary<string, ShutdownPhase> _byName = [];

    public ShutdownPhases(Config config)
    {
        var defaultTimeout = config.GetTimeSpan("default-phase-timeout");
        var phases = config.GetConfig("phases");
        foreach (var (name, _) in phases.AsEnumerable())
        {
            var phase = phases.GetConfig(name);
            _byName[name] = new ShutdownPhase(
                name,
                [.. phase.GetStringList("depends-on")],
                phase.GetTimeSpan("timeout", defaultTimeout),
                phase.GetBoolean("recover", true),
                phase.GetBoolean("enabled", true));
        }

        Ordered = Sorted();
    }

    public IReadOnlyList<ShutdownPhase> Ordered { get; }

    public ShutdownPhase Get(string name) => _byName.TryGetValue(name, out var phase)
        ? phase
        : throw new ConfigurationException($"Unknown phase [{name}], known phases [{string.Join(",", _byName.Keys)}]. All phases (along with their optional dependencies) must be defined in configuration.");

    private List<ShutdownPhase> Sorted()
    {
        var sorted = new List<ShutdownPhase>();
        var visiting = new HashSet<string>();
        var done = new HashSet<string>();
        foreach (var name in _byName.Keys)
        {
            Visit(name);
        }

        return sorted;

        void Visit(string name)
        {
            if (done.Contains(name))
            {
                return;
            }

            if (!visiting.Add(name))
            {
                throw new ArgumentException($"The shutdown phase [{name}] depends on itself.");
            }

            var phase = _byName.GetValueOrDefault(name);
            foreach (var earlier in phase?.DependsOn ?? [])
            {
                Visit(earlier);
            }

            done.Add(name);
            if (phase is not null)
            {
                sorted.Add(phase);
            }
        }
    }
}
