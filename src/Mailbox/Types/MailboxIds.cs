using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>Finds the places where a system's configuration names mailboxes by id.</summary>
internal static class MailboxIds
{
    public const string Prefix = "akka.instrumentation.mailbox";

    public const string Default = "akka.actor.default-mailbox";

    private const string RequirementsPath = "akka.actor.mailbox.requirements";
    private const string DeploymentPath = "akka.actor.deployment";

    // Akka finds its own types without the assembly name.
    private static readonly string Akka = typeof(Mailbox).Assembly.FullName!;

    public static IEnumerable<(Type Type, string Path, string Id)> Requirements(Config system) =>
        from item in Items(system, RequirementsPath)
        let name = item.Key.Trim('"')
        let type = NamedTypes.Find(name) ?? NamedTypes.Find($"{name.Split(',')[0]}, {Akka}")
        where type is not null
        select (type, $"{RequirementsPath}.{item.Key}", item.Value.GetString());

    public static IEnumerable<(string Path, string Id)> Deployments(Config system) =>
        from item in Items(system, DeploymentPath)
        where item.Value.IsObject()
        let id = item.Value.GetObject().GetKey("mailbox")?.GetString()
        where !string.IsNullOrEmpty(id)
        select ($"{DeploymentPath}.{item.Key}.mailbox", id);

    /// <summary>The ids that <c>akka.instrumentation.mailbox</c> defines.</summary>
    public static IEnumerable<string> Own(Config system) =>
        Items(system, Prefix).Where(item => item.Value.IsObject()).Select(item => $"{Prefix}.{item.Key}");

    private static Dictionary<string, HoconValue> Items(Config system, string path) =>
        system.GetConfig(path) is { IsEmpty: false } section ? section.Root.GetObject().Items : [];
}
