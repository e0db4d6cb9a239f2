using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Who sent what waits in a mailbox, out of the messages at its head: <c>SessionActor 51 (3 actors), OrderActor 13
/// (/user/orders)</c>. By type, because who drowns an actor is often many of a kind.
/// </summary>
internal static class MainSenders
{
    /// <summary>Messages looked at.</summary>
    public const int Looked = 64;

    private const int Told = 3;

    /// <summary>
    /// Empty when the queue does not tell: it is of a kind that we do not know, or is empty by now. Also when a sender's reference, which can be of
    /// anybody's own kind, throws.
    /// </summary>
    public static string Of(MailboxRecorder mailbox, ActorTypeNames names)
    {
        try
        {
            return OfCore(mailbox, names);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Watch, e);
            return "";
        }
    }

    private static string OfCore(MailboxRecorder mailbox, ActorTypeNames names)
    {
        var senders = new IActorRef?[Looked];
        var found = mailbox.Senders(senders);
        return string.Join(", ", senders.Take(found)
            .GroupBy(names.Of, StringComparer.Ordinal)
            .OrderByDescending(type => type.Count()).ThenBy(type => type.Key, StringComparer.Ordinal)
            .Take(Told)
            .Select(type => $"{type.Key} {type.Count()}{Which(type)}"));
    }

    private static string Which(IGrouping<string, IActorRef?> type)
    {
        if (type.Key is FoldedNames.None or FoldedNames.Ask)
        {
            return "";
        }

        var paths = type.Select(sender => PathOf(sender!.Path, withAddress: type.Key == FoldedNames.Remote)).Distinct().ToList();
        return paths.Count == 1 ? $" ({paths[0]})" : $" ({paths.Count} actors)";
    }

    private static string PathOf(ActorPath path, bool withAddress) => (ActorTypeNames.IsTemporary(path), withAddress) switch
    {
        (false, false) => path.ToStringWithoutAddress(),
        (false, true) => path.ToString(),
        (true, false) => FoldedNames.AskPath,
        (true, true) => $"{path.Address}{FoldedNames.AskPath}",
    };
}
