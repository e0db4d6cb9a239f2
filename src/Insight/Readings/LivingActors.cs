using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Finds actors by a path or pattern. Not for hot paths: for a pattern it visits all running actors. Any thread.</summary>
internal static class LivingActors
{
    private const int MaxNamed = 1_000;

    /// <summary>
    /// The cell of the actor at a path; null when there is none. A top-level actor exists before it has started. Until then its cell has its props,
    /// but neither mailbox nor dispatcher.
    /// </summary>
    /// <param name="system">The actor system.</param>
    /// <param name="path">The path without address.</param>
    public static ICell? CellAt(ExtendedActorSystem system, string path) =>
        system.Provider.ResolveActorRef(new RootActorPath(system.Provider.DefaultAddress) / path[1..]
            .Split('/')) is ActorRefWithCell { Underlying: { } cell }
            ? cell
            : null;

    /// <summary>The path without its address.</summary>
    /// <exception cref="ArgumentException">It is no path.</exception>
    public static string WithoutAddress(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var local = path.StartsWith('/') ? path : ActorPath.TryParse(path, out var parsed) ? parsed.ToStringWithoutAddress() : null;
        return local is { Length: > 1 } && !local.Contains("//", StringComparison.Ordinal) && !local.EndsWith('/')
            ? local
            : throw new ArgumentException($"'{path}' is no actor path such as /user/orders.", nameof(path));
    }

    /// <summary>Null when an actor has the path; otherwise the most similar path of a running actor, or "" when there is none.</summary>
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

                if (others.Count < MaxNamed)
                {
                    others.Add(path);
                }

                open.Push(child);
            }
        }

        return others.Count == 0 ? "" : Spelling.Nearest(pattern, others);
    }
}
