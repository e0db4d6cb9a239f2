using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Looks at a system's configuration before anything runs.</summary>
internal interface IStartCheck
{
    /// <exception cref="ConfigurationException">Something is wrong; the message lists all of it.</exception>
    void Check(Settings settings);
}

/// <summary>What the assembly above has to check where no mailbox of its own is made at the start.</summary>
internal static class StartChecks
{
    private const string Mailboxes = "AkkaInstrumentation.MailboxSections, AkkaInstrumentation.Mailbox";

    /// <summary>
    /// Only for a system whose configuration names <see cref="InstrumentationProvider"/>: there a problem stops the system from starting.
    /// Elsewhere the first instrumented actor may come late, and would fail for the mailbox of another.
    /// </summary>
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, "AkkaInstrumentation.MailboxSections", "AkkaInstrumentation.Mailbox")]
    public static void Run(Settings settings)
    {
        if (NamesTheProvider(settings.Config)
            && Type.GetType(Mailboxes, throwOnError: false) is { } type
            && Activator.CreateInstance(type) is IStartCheck check)
        {
            check.Check(settings);
        }
    }

    private static bool NamesTheProvider(Config config) =>
        config.GetStringList("akka.extensions", []).Any(name => name.Split(',')[0].Trim() == typeof(InstrumentationProvider).FullName);
}
