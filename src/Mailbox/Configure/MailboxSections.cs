using System.Reflection;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Tries every instrumented mailbox that a system's configuration names when the system starts, as Akka would when it
/// first needs it: a wrong one is told at once, together with all others, and not by the first actor that gets it.
/// </summary>
internal sealed class MailboxSections : IStartCheck
{
    private const string TypeKey = "mailbox-type";
    private const string Namespace = "AkkaInstrumentation.";

    private static IEnumerable<string> Types => InstrumentedMailboxes.All.Select(type => type.FullName!).Order(StringComparer.Ordinal);

    /// <exception cref="ConfigurationException">One or more are wrong; the message lists them all.</exception>
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
        var named = MailboxIds.Requirements(settings.Config).Select(binding => (binding.Path, binding.Id))
            .Concat(MailboxIds.Deployments(settings.Config))
            .ToList();
        var own = MailboxIds.Own(settings.Config).ToList();
        return UnknownIds(named, own).Concat(
            own.Concat(named.Select(name => name.Id)).Append(MailboxIds.Default)
                .Where(id => settings.Config.HasPath($"{id}.{TypeKey}"))
                .Distinct()
                .Select(id => ProblemOf(settings, id))
                .OfType<string>());
    }

    private static IEnumerable<string> UnknownIds(IEnumerable<(string Path, string Id)> named, List<string> own) =>
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

        // Akka's types and others are Akka's business
        if (type is null || !typeof(InstrumentedMailboxType).IsAssignableFrom(type))
        {
            return null;
        }

        if (type.IsAbstract)
        {
            return $"{id}.{TypeKey} = {name} has no generator, allowed are classes that derive from it and override PriorityGenerator";
        }

        try
        {
            // the section as Akka gives it
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
}
