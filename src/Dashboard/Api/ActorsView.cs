using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>A page of the tree of actors.</summary>
/// <param name="Path">The actor whose children are listed, or below which the search took place.</param>
/// <param name="Self">That actor.</param>
/// <param name="Count">Actors on all pages; null when a search has not found all.</param>
/// <param name="Next">The value of <c>after</c> for the next page; null on the last one.</param>
/// <param name="Cut">Whether a search has ended at its limit of actors or of time.</param>
/// <param name="Looked">How many actors such a search has visited; otherwise null.</param>
/// <param name="Actors">The actors.</param>
/// <param name="LastMessages">The last messages of the actor at <paramref name="Path"/>, the latest first; null when they are not recorded.</param>
internal sealed record ActorsView(
    string Path, ActorView Self, int? Count, string? Next, bool Cut, int? Looked, IReadOnlyList<ActorView> Actors,
        IReadOnlyList<LastMessageView>? LastMessages)
{
    /// <summary>Actors on one page.</summary>
    public const int Size = 50;

    /// <summary>Null when no actor has the path.</summary>
    public static ActorsView? From(Observation seen, string path, string find, string after)
    {
        if (seen.Tree.Find(path) is not { } parent)
        {
            return null;
        }

        var skip = int.TryParse(after, NumberStyles.None, CultureInfo.InvariantCulture, out var matches) ? matches : 0;
        var page = find.Length == 0
            ? ActorTree.Children(parent, after, Size)
            : ActorTree.Search(parent, find, skip, Size, ActorTree.MaxVisited, ActorTree.MaxTime);
        var now = Stopwatch.GetTimestamp();
        var failures = seen.Read(minute => minute.Seconds.ToList());
        var self = ActorView.From(new ActorNode(parent), seen, failures, now);
        return new(
            path,
            self with { Children = find.Length == 0 ? page.Count ?? self.Children : self.Children },
            page.Count,
            page.Next,
            page.Stopped is not null,
            page.Stopped,
            [.. page.Actors.Select(actor => ActorView.From(new ActorNode(actor), seen, failures, now))],
            LastMessageObserver.Of(new ActorNode(parent).Mailbox)?.Select(LastMessageView.From).ToList());
    }
}

/// <summary>One actor.</summary>
/// <param name="Name">The last part of its path.</param>
/// <param name="Path">Its path without address.</param>
/// <param name="Type">Name of its type; null while it starts.</param>
/// <param name="State"><c>working</c>, <c>awaiting</c>, <c>waiting</c> (messages wait), <c>idle</c> or <c>starting</c>.</param>
/// <param name="Instrumented">Whether its mailbox is instrumented. If not, messages and times are not known.</param>
/// <param name="Depth">Messages that wait.</param>
/// <param name="OldestSeconds">Age of the oldest message whose time is known.</param>
/// <param name="PerSecond">Messages a second; null at the first request.</param>
/// <param name="Messages">Messages handled while metrics were collected.</param>
/// <param name="TypeFailures">Failures of all actors of its type in the last minute.</param>
/// <param name="Children">Children, counted to 1,000; all of them for the actor whose children are listed.</param>
internal sealed record ActorView(
    string Name,
    string Path,
    string? Type,
    string State,
    bool Instrumented,
    int Depth,
    double? OldestSeconds,
    double? PerSecond,
    long? Messages,
    long TypeFailures,
    int Children)
{
    public static ActorView From(ActorNode actor, Observation seen, IReadOnlyList<FiguresSecond> minute, long now)
    {
        var (path, type, messages) = (actor.Path, actor.Type, actor.Messages);
        return new(
            actor.Name,
            path,
            type,
            actor.State,
            actor.Mailbox is not null,
            actor.Depth,
            actor.OldestSeconds,
            seen.Rates.Of(path, messages, now),
            messages,
            type is null ? 0 : minute.Sum(second => second.Of(type).Failures),
            actor.Children);
    }
}
