using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;

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
    private const string RequirementsPath = "akka.actor.mailbox.requirements";

    // Akka finds its own types without the assembly name.
    private static readonly string Akka = typeof(Mailbox).Assembly.FullName!;

    private static IEnumerable<string> Types => InstrumentedMailboxes.All.Select(type => type.FullName!).Order(StringComparer.Ordinal);

    /// <exception cref="ConfigurationException">A section is wrong. The message lists all problems.</exception>
    public static void Check(Settings settings) => SettingsProblems.ThrowIfAny("Mailboxes are", Problems(settings).Distinct());

    /// <inheritdoc cref="IConfigurationReader.CheckRequirements"/>
    public static void CheckRequirements(
        Config system, string id, string key, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type mailbox)
    {
        var produced = mailbox.GetInterfaces()
            .FirstOrDefault(made => made.IsGenericType && made.GetGenericTypeDefinition() == typeof(IProducesMessageQueue<>))?
            .GetGenericArguments()[0];
        foreach (var binding in Requirements(system).Where(binding => binding.Id == id))
        {
            // every queue gets a front here, so deque requirements need no check
            var requirement = binding.Requirement!;
            if (produced is not null && !requirement.IsAssignableFrom(produced)
                && !requirement.IsAssignableFrom(typeof(IUnboundedDequeBasedMessageQueueSemantics)))
            {
                throw new ConfigurationException(
                    $"{binding.Path} = {id}, but {id}.{key} = {TypeNames.Full(mailbox)} makes a {TypeNames.Get(produced)}, which is no "
                        + $"{TypeNames.Get(requirement)}; allowed are mailboxes whose queue is one.");
            }
        }
    }

    // The mailboxes for actors that require a type of queue.
    private static IEnumerable<Binding> Requirements(Config system) =>
        from item in HoconTree.ItemsOf(system.GetValue(RequirementsPath))
        let name = item.Key.Trim('"')
        let type = NamedTypes.Find(name) ?? NamedTypes.Find($"{name.Split(',')[0]}, {Akka}")
        where type is not null
        select new Binding($"{RequirementsPath}.{item.Key}", item.Value.GetString(), type);

    private static IEnumerable<string> Problems(Settings settings)
    {
        var named = Requirements(settings.Config).Concat(Deployments(settings.Config)).ToList();
        var own = Own(settings.Config).ToList();
        return UnknownIds(named, own).Concat(
            own.Concat(named.Select(name => name.Id)).Append(InstrumentedMailboxType.DefaultId)
                .Where(id => settings.Config.HasPath($"{id}.{TypeKey}"))
                .Distinct()
                .Select(id => ProblemOf(settings, id))
                .OfType<string>());
    }

    // The mailboxes in the deployment of single actors.
    private static IEnumerable<Binding> Deployments(Config system) =>
        from actor in HoconTree.ItemsOf(system.GetValue(DeploymentPath))
        let id = actor.Value.GetChildObject("mailbox")?.GetString()
        where id is { Length: > 0 }
        select new Binding($"{DeploymentPath}.{actor.Key}.mailbox", id);

    // The ids that akka.instrumentation.mailbox defines.
    private static IEnumerable<string> Own(Config system) => HoconTree.ItemsOf(system.GetValue(Prefix))
        .Where(item => item.Value.IsObject()).Select(item => $"{Prefix}.{item.Key}");

    private static IEnumerable<string> UnknownIds(IEnumerable<Binding> named, List<string> own) =>
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
                    .WithFallback(settings.Config.GetConfig(InstrumentedMailboxType.DefaultId)))!;
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

    // A place that names a mailbox by its id, and the queue type that is bound to the mailbox there; null for an actor's deployment.
    private sealed record Binding(string Path, string Id, Type? Requirement = null);
}
