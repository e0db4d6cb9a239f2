using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Checks every instrumented mailbox that a system's configuration names, when the system starts. It creates each one as Akka would at its first use.
/// So all wrong sections are reported together at start, and not later by the first actor that uses one.
/// </summary>
internal static class MailboxSections
{
    private const string TypeKey = MailboxCounterpart.TypeKey;
    private const string Prefix = "akka.instrumentation.mailbox";
    private const string DeploymentPath = "akka.actor.deployment";

    private static IEnumerable<string> Types => InstrumentedMailboxes.All.Select(type => type.FullName!).Order(StringComparer.Ordinal);

    /// <exception cref="ConfigurationException">A section is wrong. The message lists all problems.</exception>
    public static void Check(Settings settings) => SettingsProblems.ThrowIfAny("Mailboxes are", Problems(settings).Distinct());

    private static IEnumerable<string> Problems(Settings settings)
    {
        var named = MailboxIds.Requirements(settings.Config).Concat(Deployments(settings.Config)).ToList();
        var own = Own(settings.Config).ToList();
        return UnknownIds(named, own).Concat(
            own.Concat(named.Select(name => name.Id)).Append(MailboxIds.Default)
                .Where(id => settings.Config.HasPath($"{id}.{TypeKey}"))
                .Distinct()
                .Select(id => ProblemOf(settings, id))
                .OfType<string>());
    }

    // The mailboxes in the deployment of single actors.
    private static IEnumerable<MailboxBinding> Deployments(Config system) =>
        from actor in HoconTree.ItemsOf(system.GetValue(DeploymentPath))
        let id = actor.Value.GetChildObject("mailbox")?.GetString()
        where id is { Length: > 0 }
        select new MailboxBinding($"{DeploymentPath}.{actor.Key}.mailbox", id);

    // The ids that akka.instrumentation.mailbox defines.
    private static IEnumerable<string> Own(Config system) => HoconTree.ItemsOf(system.GetValue(Prefix))
        .Where(item => item.Value.IsObject()).Select(item => $"{Prefix}.{item.Key}");

    private static IEnumerable<string> UnknownIds(IEnumerable<MailboxBinding> named, List<string> own) =>
        from name in named
        where name.Id.StartsWith($"{Prefix}.", StringComparison.Ordinal) && !own.Contains(name.Id)
        select $"{name.Path} = {name.Id} is unknown, allowed are {string.Join(", ", own)}";

    private static string? ProblemOf(Settings settings, string id)
    {
        var name = settings.Config.GetString($"{id}.{TypeKey}");
        var type = NamedTypes.Find(name);
        return type is null && DispatcherSections.IsOurs(name)
            ? $"{id}.{TypeKey} = {name} is no type that can be found, allowed are {string.Join(", ", Types)}, each with its assembly"

            // Akka itself checks its own types and other foreign types.
            : type is null || !typeof(InstrumentedMailboxType).IsAssignableFrom(type) ? null
            : type.IsAbstract ? $"{id}.{TypeKey} = {name} has no generator, allowed are classes that derive from it and override PriorityGenerator"
            : ProblemOf(settings, id, type);
    }

    private static string? ProblemOf(
        Settings settings, string id, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type type)
    {
        try
        {
            // the section as Akka passes it
            var mailbox = (InstrumentedMailboxType)Activator.CreateInstance(
                type,
                settings,
                ConfigurationFactory.ParseString($"id:{id}")
                    .WithFallback(settings.Config.GetConfig(id))
                    .WithFallback(settings.Config.GetConfig(MailboxIds.Default)))!;
            return mailbox.Problem?.Message.TrimEnd('.');
        }
        catch (Exception e) when (e is TargetInvocationException { InnerException: ConfigurationException })
        {
            return e.InnerException!.Message.TrimEnd('.');
        }
        catch (MissingMethodException)
        {
            return $"{id}.{TypeKey} = {settings.Config.GetString($"{id}.{TypeKey}")} has no public constructor (Settings, Config), which Akka needs";
        }
    }
}
