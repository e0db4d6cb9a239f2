using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Reports once for each mailbox type that actors of the application have a mailbox that is not instrumented, and what to write instead. A system that
/// instruments single actors hears only of actors that ask for it.
/// </summary>
internal sealed class UninstrumentedMailboxes(ExtendedActorSystem system, SetupWarnings warnings)
{
    private readonly bool _wantsAll = SetBackDefaults.AreWanted(system.Settings);
    private readonly ConcurrentDictionary<Type, bool> _said = new();

    /// <summary>The thread that starts the actor. Never throws: the actor must start.</summary>
    public void Report(ActorCell actor)
    {
        try
        {
            if ((_wantsAll || actor.Props.Dispatcher.StartsWith($"{SettingsReader.Root}.dispatcher.", StringComparison.Ordinal))
                && TypeFor(actor.Props, system).GetType() is var type
                && _said.TryAdd(type, true))
            {
                warnings.Say(
                    $"The mailbox type {TypeNames.Full(type)} is not instrumented: its actors, {actor.Self.Path.ToStringWithoutAddress()} for one, have no spans and no metrics. "
                    + $"Write {Fix(type)} in the section that names it. See docs/configuration.md, Mailboxes of your own.");
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Rules, e);
        }
    }

    /// <summary>
    /// The mailbox type that Akka finds for an actor: the one that its props name, or that of its requirement, its dispatcher or the system. For props that
    /// name <see cref="AkkaInstrumentationConfig.DefaultMailboxId"/>, as if they did not.
    /// </summary>
    public static MailboxType TypeFor(Props props, ExtendedActorSystem system)
    {
        var named = props.Mailbox == AkkaInstrumentationConfig.DefaultMailboxId ? props.WithMailbox(Deploy.NoMailboxGiven) : props;
        var given = named.Dispatcher == AkkaInstrumentationConfig.DispatcherId ? named.WithDispatcher(Deploy.NoDispatcherGiven) : named;
        return system.Mailboxes.GetMailboxType(given, system.Dispatchers.Lookup(given.Dispatcher).Configurator.Config);
    }

    private static string Fix(Type type)
    {
        var (name, inner) = MailboxCounterpart.For(type);
        return inner is null ? $"mailbox-type = \"{name}\"" : $"mailbox-type = \"{name}\", inner = \"{inner}\"";
    }
}
