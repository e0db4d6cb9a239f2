using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Finds the actors that match a path or pattern. It visits all running actors, so it is not for hot paths. Any thread.</summary>
internal static class LivingActors
{
    private const int MostNamed = 1_000;

    /// <summary>Null when an actor has the path; else the most similar path of a running actor, or "" when there is none.</summary>
    public static string? NearestIfNone(ExtendedActorSystem system, string pattern)
    {
        var wanted = new PathPattern(pattern);
        var others = new List<string>();
        var open = new Stack<ActorRefWithCell>();
        if (system.LookupRoot is ActorRefWithCell root)
        {
            open.Push(root);
        }

        while (open.TryPop(out var parent))
        {
            foreach (var child in parent.Children.OfType<ActorRefWithCell>())
            {
                var path = child.Path.ToStringWithoutAddress();
                if (wanted.Matches(path))
                {
                    return null;
                }

                if (others.Count < MostNamed)
                {
                    others.Add(path);
                }

                open.Push(child);
            }
        }

        return others.Count == 0 ? "" : UnknownKeys.Nearest(pattern, others);
    }
}
