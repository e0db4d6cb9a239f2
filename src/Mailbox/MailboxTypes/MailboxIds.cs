using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>Finds the places where a system's configuration names mailboxes by id.</summary>
internal static class MailboxIds
{
    public const string Default = "akka.actor.default-mailbox";

    private const string RequirementsPath = "akka.actor.mailbox.requirements";

    // Akka finds its own types without the assembly name.
    private static readonly string Akka = typeof(Mailbox).Assembly.FullName!;

    /// <summary>The mailboxes for actors that require a type of queue.</summary>
    public static IEnumerable<MailboxBinding> Requirements(Config system) =>
        from item in HoconTree.ItemsOf(system.GetValue(RequirementsPath))
        let name = item.Key.Trim('"')
        let type = NamedTypes.Find(name) ?? NamedTypes.Find($"{name.Split(',')[0]}, {Akka}")
        where type is not null
        select new MailboxBinding($"{RequirementsPath}.{item.Key}", item.Value.GetString(), type);
}

/// <summary>A place in a system's configuration that names a mailbox by its id.</summary>
/// <param name="Path">The place.</param>
/// <param name="Id">The mailbox's id.</param>
/// <param name="Requirement">The queue type that is bound to the mailbox; null when the place is an actor's deployment.</param>
internal sealed record MailboxBinding(string Path, string Id, Type? Requirement = null);
