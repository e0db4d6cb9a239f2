using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Checks a system's configuration before anything runs.</summary>
internal interface IStartCheck
{
    /// <exception cref="ConfigurationException">The configuration is wrong. The message lists all problems.</exception>
    void Check(Settings settings);
}

/// <summary>Checks of the mailbox assembly, for systems that make no mailbox of that assembly at the start.</summary>
internal static class StartChecks
{
    private const string Mailboxes = "AkkaInstrumentation.MailboxSections, AkkaInstrumentation.Mailbox";

    /// <summary>
    /// Only for a system whose configuration names <see cref="AkkaInstrumentationProvider"/>. There, a problem prevents the start of the system.
    /// In other systems the first instrumented actor may start late, and would fail because of another actor's mailbox.
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
        config.GetStringList("akka.extensions", []).Any(name => name.Split(',')[0].Trim() == typeof(AkkaInstrumentationProvider).FullName);
}
