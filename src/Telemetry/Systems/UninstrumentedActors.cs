using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports once for each uninstrumented dispatcher that actors with an instrumented mailbox run on it, and which data is missing for them. It is a
/// warning only if an actor of the application loses its spans: programs and tests subscribe to warnings for their own reasons.
/// </summary>
internal sealed class UninstrumentedDispatchers(ActorSystem system)
{
    private const string Text =
        "The dispatcher [{0}] of type {1} is not instrumented: its actors have no spans, no processing time and no failures, only counts and "
        + "waiting times. "
        + "Call DispatcherInstrumentation from its methods.";

    // by name; whether an actor of the application is among them
    private readonly ConcurrentDictionary<string, bool> _known = new();

    /// <summary>Whether the dispatcher was reported.</summary>
    public bool Knows(MessageDispatcher dispatcher) => _known.ContainsKey(Name(dispatcher));

    public void Report(MessageDispatcher dispatcher, AkkaActorKind actor)
    {
        var (name, type) = (Name(dispatcher), TypeNames.Full(dispatcher.GetType()));
        if (actor == AkkaActorKind.User && (_known.TryAdd(name, true) || _known.TryUpdate(name, true, false)))
        {
            system.Log.Warning(Text, dispatcher.Id, type);
        }
        else if (actor != AkkaActorKind.User && _known.TryAdd(name, false))
        {
            system.Log.Info(Text, [dispatcher.Id, type]);
        }
    }

    private static string Name(MessageDispatcher dispatcher) => $"{dispatcher.Id} {TypeNames.Full(dispatcher.GetType())}";
}

/// <summary>
/// Reports once for each mailbox type that actors of the application have a mailbox that is not instrumented, and what to write instead. A system
/// that instruments single actors sees only actors that ask for it.
/// </summary>
internal sealed class UninstrumentedMailboxes(ExtendedActorSystem system, SetupWarnings warnings)
{
    private readonly bool _wantsAll = SetBackDefaults.AreWanted(system.Settings);
    private readonly ConcurrentDictionary<Type, bool> _reported = new();

    /// <summary>The thread that starts the actor. Never throws: the actor must start.</summary>
    public void Report(ActorCell actor) => TelemetryFault.Guard(TelemetryFault.Rules, actor, ReportCore);

    /// <summary>
    /// The mailbox type that Akka finds for an actor: the one that its props name, or that of its requirement, its dispatcher or the system. For
    /// props that name <see cref="AkkaInstrumentationConfig.DefaultMailboxId"/>, as if they did not.
    /// </summary>
    public static MailboxType TypeFor(Props props, ExtendedActorSystem system)
    {
        var named = props.Mailbox == AkkaInstrumentationConfig.DefaultMailboxId ? props.WithMailbox(Deploy.NoMailboxGiven) : props;
        var given = named.Dispatcher == AkkaInstrumentationConfig.DispatcherId ? named.WithDispatcher(Deploy.NoDispatcherGiven) : named;
        return system.Mailboxes.GetMailboxType(given, system.Dispatchers.Lookup(given.Dispatcher).Configurator.Config);
    }

    private void ReportCore(ActorCell actor)
    {
        if ((_wantsAll || actor.Props.Dispatcher.StartsWith($"{SettingsReader.Root}.dispatcher.", StringComparison.Ordinal))
            && TypeFor(actor.Props, system).GetType() is var type
            && _reported.TryAdd(type, true))
        {
            warnings.Report(
                $"The mailbox type {TypeNames.Full(type)} is not instrumented: its actors, {actor.Self.Path.ToStringWithoutAddress()} for one, "
                + "have no spans and no metrics. "
                + $"Write {Fix(type)} in the section that names it.");
        }
    }

    private static string Fix(Type type)
    {
        var (name, inner) = MailboxCounterpart.For(type);
        return inner is null ? $"mailbox-type = \"{name}\"" : $"mailbox-type = \"{name}\", inner = \"{inner}\"";
    }
}
