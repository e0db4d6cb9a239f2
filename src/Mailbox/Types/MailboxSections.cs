using System.Reflection;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Checks every instrumented mailbox that a system's configuration names, when the system starts. It creates each one as Akka would at its first use.
/// So all wrong sections are reported together at start, and not later by the first actor that uses one.
/// </summary>
internal sealed class MailboxSections : IStartCheck
{
    private const string TypeKey = "mailbox-type";
    private const string Namespace = "AkkaInstrumentation.";

    private static IEnumerable<string> Types => InstrumentedMailboxes.All.Select(type => type.FullName!).Order(StringComparer.Ordinal);

    /// <exception cref="ConfigurationException">One or more sections are wrong. The message lists all of them.</exception>
    public static void Check(Settings settings)
    {
        var problems = Problems(settings).Distinct().ToList();
        if (problems.Count > 0)
        {
            throw new ConfigurationException($"Mailboxes are not valid: {string.Join("; ", problems)}.");
        }
    }

    void IStartCheck.Check(Settings settings) => Check(settings);

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
        if (type is null && name.StartsWith(Namespace, StringComparison.Ordinal))
        {
            return $"{id}.{TypeKey} = {name} is no type that can be found, allowed are {string.Join(", ", Types)}, each with its assembly";
        }

        // Akka itself checks its own types and other foreign types
        if (type is null || !typeof(InstrumentedMailboxType).IsAssignableFrom(type))
        {
            return null;
        }

        if (ReadsNothing(type))
        {
            return null;
        }

        if (type.IsAbstract)
        {
            return $"{id}.{TypeKey} = {name} has no generator, allowed are classes that derive from it and override PriorityGenerator";
        }

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
            return $"{id}.{TypeKey} = {name} has no public constructor (Settings, Config), which Akka needs";
        }
    }

    // Of such a mailbox nothing can be wrong in its section. Most sections are of these types, so they need not be merged at each start of a system.
    private static bool ReadsNothing(Type type) => type == typeof(UnboundedInstrumentedMailbox)
        || type == typeof(UnboundedDequeInstrumentedMailbox)
        || type == typeof(LoggerInstrumentedMailbox);
}
