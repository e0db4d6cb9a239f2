using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The tree of an actor system's actors, read page by page. A request visits the children of one actor, or all actors below it up to a limit. Only
/// the actors on the page are kept. Any thread.
/// </summary>
internal sealed class ActorTree(ExtendedActorSystem system)
{
    /// <summary>The largest number of actors that a search visits.</summary>
    public const int MaxVisited = 200_000;

    /// <summary>The longest time that a search takes. The clock is read once for several actors.</summary>
    public static readonly TimeSpan MaxTime = TimeSpan.FromMilliseconds(500);

    private const int LooksForEachTime = 64;

    /// <summary>The actor at a path without address; null when there is none.</summary>
    public ActorRefWithCell? Find(string path)
    {
        IActorRef? found = system.LookupRoot;
        foreach (var name in path.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            found = found is ActorRefWithCell parent ? parent.GetSingleChild(name) : null;
        }

        return found as ActorRefWithCell;
    }

    /// <summary>The children of an actor, by name.</summary>
    /// <param name="parent">The actor.</param>
    /// <param name="after">The last name of the page before; empty for the first page.</param>
    /// <param name="size">The most that are returned.</param>
    public static ActorTreePage Children(ActorRefWithCell parent, string after, int size)
    {
        var children = parent.Children.OfType<ActorRefWithCell>();

        // Sorts only the actors of the page.
        var page = children
            .Where(child => string.CompareOrdinal(child.Path.Name, after) > 0)
            .OrderBy(child => child.Path.Name, StringComparer.Ordinal)
            .Take(size + 1)
            .ToList();
        return new([.. page.Take(size)], children.Count(), page.Count > size ? page[size - 1].Path.Name : null, Stopped: null);
    }

    /// <summary>The actors below another one whose name or type contains a text, in the order in which they are found.</summary>
    /// <param name="root">The actor.</param>
    /// <param name="text">The text. Upper and lower case are the same. With a slash, the whole path is searched.</param>
    /// <param name="skip">The number of matches on the previous pages.</param>
    /// <param name="size">The most that are returned.</param>
    /// <param name="most">The largest number of actors to visit.</param>
    /// <param name="time">The longest time.</param>
    public static ActorTreePage Search(ActorRefWithCell root, string text, int skip, int size, int most, TimeSpan time)
    {
        var end = Stopwatch.GetTimestamp() + Ticks.From(time);
        var open = new Stack<IEnumerator<ActorRefWithCell>>();
        var page = new List<ActorRefWithCell>();
        var (visited, matches) = (0, 0);
        open.Push(root.Children.OfType<ActorRefWithCell>().GetEnumerator());
        while (open.TryPeek(out var level))
        {
            if (!level.MoveNext())
            {
                open.Pop().Dispose();
                continue;
            }

            var actor = level.Current;
            if (Matches(actor, text) && ++matches > skip)
            {
                if (page.Count == size)
                {
                    return new(page, Count: null, $"{matches - 1}", Stopped: null);
                }

                page.Add(actor);
            }

            if (++visited >= most || (visited % LooksForEachTime == 0 && Stopwatch.GetTimestamp() > end))
            {
                return new(page, Count: null, Next: null, visited);
            }

            open.Push(actor.Children.OfType<ActorRefWithCell>().GetEnumerator());
        }

        return new(page, matches, Next: null, Stopped: null);
    }

    private static bool Matches(ActorRefWithCell actor, string text) =>
        text.Contains('/', StringComparison.Ordinal)
            ? actor.Path.ToStringWithoutAddress().Contains(text, StringComparison.OrdinalIgnoreCase)
            : actor.Path.Name.Contains(text, StringComparison.OrdinalIgnoreCase)
                || new ActorNode(actor).Type?.Contains(text, StringComparison.OrdinalIgnoreCase) == true;
}

/// <summary>A page of actors.</summary>
/// <param name="Actors">The actors.</param>
/// <param name="Count">The number of actors on all pages; null when a search has not found all.</param>
/// <param name="Next">Where the next page begins; null after the last one.</param>
/// <param name="Stopped">The number of actors after which a search has ended at a limit; null when it has not.</param>
internal sealed record ActorTreePage(IReadOnlyList<ActorRefWithCell> Actors, int? Count, string? Next, int? Stopped);
