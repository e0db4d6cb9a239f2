using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// What is made of the measurements of one actor system: watchdog, health, diagnosis. The assemblies of a message's way measure and trace; this
/// is all that they know of it. The assembly above them implements it, in the same package.
/// </summary>
internal interface ISystemObserver
{
    /// <summary>The system has an instrumented mailbox. Called for each one, on the thread that starts the actor.</summary>
    void Watch();

    /// <summary>Applies changed settings. One thread at a time.</summary>
    void Adopt(InstrumentationSettings settings);

    /// <summary>The actor system has ended. Any thread; the last call.</summary>
    void Stop();
}

/// <summary>Makes the observers. Their type is known by its name, because HOCON alone may name the instrumentation.</summary>
internal static class SystemObservers
{
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    private static readonly Type Type = Type.GetType("AkkaInstrumentation.SystemWatchdog, AkkaInstrumentation.Insight", throwOnError: true)!;

    public static ISystemObserver Create(AkkaInstrumentationExtension instrumentation) =>
        (ISystemObserver)Activator.CreateInstance(Type, instrumentation)!;
}

/// <summary>
/// Sees which actors of one system start and stop, if they have an instrumented mailbox. A package on top makes it. Called on the thread that starts
/// or runs the actor, so it does little and never throws.
/// </summary>
internal interface IActorLifecycle
{
    /// <summary>The actor has its mailbox. Once for each actor, not for its restarts.</summary>
    void Started(ActorCell actor);

    /// <summary>The actor has stopped, and its mailbox is closed.</summary>
    void Stopped(IActorRef actor);
}

/// <summary>Checks a system's configuration before anything runs.</summary>
internal interface IStartCheck
{
    /// <exception cref="ConfigurationException">The configuration is wrong. The message lists all problems.</exception>
    void Check(Settings settings);
}

/// <summary>Checks of the mailbox assembly.</summary>
internal static class StartChecks
{
    private const string Mailboxes = "AkkaInstrumentation.MailboxSections, AkkaInstrumentation.Mailbox";

    /// <summary>
    /// Only while the system starts: for one of its guardians, or because its configuration names <see cref="AkkaInstrumentationProvider"/>. There,
    /// a problem prevents the start. The first instrumented actor of another system would fail because of another actor's mailbox.
    /// </summary>
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor,
        "AkkaInstrumentation.MailboxSections", "AkkaInstrumentation.Mailbox")]
    public static void Run(ExtendedActorSystem system)
    {
        if ((system.SystemGuardian is null || NamesTheProvider(system.Settings.Config))
            && Type.GetType(Mailboxes, throwOnError: false) is { } type
            && Activator.CreateInstance(type) is IStartCheck check)
        {
            check.Check(system.Settings);
        }
    }

    private static bool NamesTheProvider(Config config) =>
        config.GetStringList("akka.extensions", []).Any(name => name.Split(',')[0].Trim() == typeof(AkkaInstrumentationProvider).FullName);
}
