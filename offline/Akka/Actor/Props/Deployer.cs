using Akka.Configuration;
using Akka.Routing;

namespace Akka.Actor;

/// <summary>The deployments that <c>akka.actor.deployment</c> gives by path below /user; <c>*</c> stands for one element.</summary>
public class Deployer
{
    protected readonly Config Default;

    private readonly object _lock = new();
    private readonly List<(string[] Pattern, Deploy Deploy)> _deployments = [];

    public Deployer(Settings settings)
    {
        var section = settings.Config.GetConfig("akka.actor.deployment");
        Default = section?.GetConfig("default") ?? Config.Empty;
        if (section is null || section.IsEmpty)
        {
            return;
        }

        foreach (var (key, _) in section.AsEnumerable())
        {
            if (key != "default")
            {
                SetDeploy(ParseConfig(key, section.GetConfig("\"" + key + "\"").SafeWithFallback(Default)));
            }
        }
    }

    public Deploy Lookup(ActorPath path) =>
        path.Depth >= 2 && path.Elements[0] == "user" ? Lookup(path.Elements.Skip(1)) : Deploy.None;

    public Deploy Lookup(IEnumerable<string> path)
    {
        var elements = path as string[] ?? path.ToArray();
        lock (_lock)
        {
            Deploy? byPattern = null;
            foreach (var (pattern, deploy) in _deployments)
            {
                if (elements.SequenceEqual(pattern))
                {
                    return deploy;
                }

                if (byPattern is null && Matches(pattern, elements))
                {
                    byPattern = deploy;
                }
            }

            return byPattern!;
        }
    }

    public void SetDeploy(Deploy deploy)
    {
        var pattern = deploy.Path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        lock (_lock)
        {
            _deployments.RemoveAll(one => one.Pattern.SequenceEqual(pattern));
            _deployments.Add((pattern, deploy));
        }
    }

    public virtual Deploy ParseConfig(string key, Config config) => new(
        key,
        config,
        NoRouter.Instance,
        Deploy.NoScopeGiven,
        config.GetString("dispatcher", Deploy.NoDispatcherGiven),
        config.GetString("mailbox", Deploy.NoMailboxGiven),
        config.GetInt("stash-capacity", Deploy.NoStashSize));

    private static bool Matches(string[] pattern, string[] elements)
    {
        for (var i = 0; i < pattern.Length; i++)
        {
            if (pattern[i] == "**")
            {
                return elements.Length > i;
            }

            if (i >= elements.Length || (pattern[i] != "*" && pattern[i] != elements[i]))
            {
                return false;
            }
        }

        return pattern.Length == elements.Length;
    }
}
