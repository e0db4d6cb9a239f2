using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Checks every instrumented mailbox that a system's configuration names, when the system starts. It creates each one as Akka would at its first use.
/// So all wrong sections are reported together at start, and not later by the first actor that uses one.
/// </summary>
internal sealed class MailboxSections : IStartCheck
{
    private const string TypeKey = MailboxCounterpart.TypeKey;

    private static IEnumerable<string> Types => InstrumentedMailboxes.All.Select(type => type.FullName!).Order(StringComparer.Ordinal);

    /// <inheritdoc/>
    public void Check(Settings settings) => SettingsProblems.ThrowIfAny("Mailboxes are", Problems(settings).Distinct());

    private static IEnumerable<string> Problems(Settings settings)
    {
        var named = MailboxIds.Requirements(settings.Config).Concat(MailboxIds.Deployments(settings.Config)).ToList();
        var own = MailboxIds.Own(settings.Config).ToList();
        return UnknownIds(named, own).Concat(
            own.Concat(named.Select(name => name.Id)).Append(MailboxIds.Default)
                .Where(id => settings.Config.HasPath($"{id}.{TypeKey}"))
                .Distinct()
                .Select(id => ProblemOf(settings, id))
                .OfType<string>());
    }

    private static IEnumerable<string> UnknownIds(IEnumerable<MailboxBinding> named, List<string> own) =>
        from name in named
        where name.Id.StartsWith($"{MailboxIds.Prefix}.", StringComparison.Ordinal) && !own.Contains(name.Id)
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
    public static IEnumerable<MailboxBinding> Requirements(Config system) =>
        from item in Items(system, RequirementsPath)
        let name = item.Key.Trim('"')
        let type = NamedTypes.Find(name) ?? NamedTypes.Find($"{name.Split(',')[0]}, {Akka}")
        where type is not null
        select new MailboxBinding($"{RequirementsPath}.{item.Key}", item.Value.GetString(), type);

    /// <summary>The mailboxes in the deployment of single actors.</summary>
    public static IEnumerable<MailboxBinding> Deployments(Config system) =>
        from actor in Items(system, DeploymentPath)
        let id = actor.Value.GetChildObject("mailbox")?.GetString()
        where id is { Length: > 0 }
        select new MailboxBinding($"{DeploymentPath}.{actor.Key}.mailbox", id);

    /// <summary>The ids that <c>akka.instrumentation.mailbox</c> defines.</summary>
    public static IEnumerable<string> Own(Config system) => Items(system, Prefix)
        .Where(item => item.Value.IsObject()).Select(item => $"{Prefix}.{item.Key}");

    private static Dictionary<string, HoconValue> Items(Config system, string path) => HoconTree.ItemsOf(system.GetValue(path));
}

/// <summary>A place in a system's configuration that names a mailbox by its id.</summary>
/// <param name="Path">The place.</param>
/// <param name="Id">The mailbox's id.</param>
/// <param name="Requirement">The queue type that is bound to the mailbox; null when the place is an actor's deployment.</param>
internal sealed record MailboxBinding(string Path, string Id, Type? Requirement = null);
