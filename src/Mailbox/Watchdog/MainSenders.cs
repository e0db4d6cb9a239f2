using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The main senders of the messages at the head of a mailbox: <c>SessionActor 51 (3 actors), OrderActor 13 (/user/orders)</c>. They are grouped by
/// type, because the senders that overload an actor are often many of the same type.
/// </summary>
internal static class MainSenders
{
    /// <summary>Maximum number of messages to look at.</summary>
    public const int Looked = 64;

    private const int Named = 3;

    /// <summary>
    /// Empty when the queue has no senders to show, because it is of an unknown kind or is empty by now. Also empty when a sender's reference throws,
    /// because it can be of any user's type.
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
        var found = mailbox.Watched.Senders(senders);
        return string.Join(", ", senders.Take(found)
            .GroupBy(names.Of, StringComparer.Ordinal)
            .OrderByDescending(type => type.Count()).ThenBy(type => type.Key, StringComparer.Ordinal)
            .Take(Named)
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
