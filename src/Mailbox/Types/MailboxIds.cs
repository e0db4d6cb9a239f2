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

    /// <summary>The mailboxes for actors that require a type of queue.</summary>
    public static IEnumerable<MailboxBinding> Requirements(Config system)
    {
        foreach (var (key, id) in Items(system, RequirementsPath))
        {
            var name = key.Trim('"');
            if ((NamedTypes.Find(name) ?? NamedTypes.Find($"{name.Split(',')[0]}, {Akka}")) is { } type)
            {
                yield return new($"{RequirementsPath}.{key}", id.GetString(), type);
            }
        }
    }

    /// <summary>The mailboxes in the deployment of single actors.</summary>
    public static IEnumerable<MailboxBinding> Deployments(Config system)
    {
        foreach (var (key, actor) in Items(system, DeploymentPath))
        {
            if (actor.GetChildObject("mailbox")?.GetString() is { Length: > 0 } id)
            {
                yield return new($"{DeploymentPath}.{key}.mailbox", id);
            }
        }
    }

    /// <summary>The ids that <c>akka.instrumentation.mailbox</c> defines.</summary>
    public static IEnumerable<string> Own(Config system)
    {
        foreach (var (key, section) in Items(system, Prefix))
        {
            if (section.IsObject())
            {
                yield return $"{Prefix}.{key}";
            }
        }
    }

    private static Dictionary<string, HoconValue> Items(Config system, string path) =>
        system.GetConfig(path) is { IsEmpty: false } section ? section.Root.GetObject().Items : [];
}
