using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Reports once, for each of the application's own dispatchers and mailbox types that is not instrumented, which data its actors lack and what to
/// write instead. Only actors of the application are reported.
/// </summary>
internal sealed class UninstrumentedActors(ExtendedActorSystem system, SetupWarnings warnings)
{
    // In a system that instruments single actors, only the mailboxes of actors that request it are seen.
    private readonly bool _wantsAll = SetBackDefaults.AreWanted(system.Settings);
    private readonly ConcurrentDictionary<string, bool> _dispatchers = new();

    /// <summary>Whether actors with an instrumented mailbox run on this dispatcher, which is not instrumented.</summary>
    public bool Knows(MessageDispatcher dispatcher) => _dispatchers.ContainsKey(Name(dispatcher));

    public void Report(MessageDispatcher dispatcher, AkkaActorKind actor)
    {
        var name = Name(dispatcher);
        _dispatchers.TryAdd(name, true);
        if (actor == AkkaActorKind.User)
        {
            warnings.Report(name, () =>
                $"The {name} is not instrumented: its actors have no spans, no processing time and no failures, only counts and waiting times. "
                + "Call DispatcherInstrumentation from its methods.");
        }
    }

    /// <summary>The thread that starts the actor. Never throws: the actor must start.</summary>
    public void Report(ActorCell actor) => TelemetryFault.Guard(TelemetryFault.Rules, actor, ReportCore);

    private void ReportCore(ActorCell actor)
    {
        if ((_wantsAll || actor.Props.Dispatcher.StartsWith($"{InstrumentationSettings.Root}.dispatcher.", StringComparison.Ordinal))
            && DefaultInstrumentedMailbox.TypeFor(actor.Props, system).GetType() is var type)
        {
            warnings.Report($"mailbox {TypeNames.Full(type)}", () =>
                $"The mailbox type {TypeNames.Full(type)} is not instrumented: its actors, {actor.Self.Path.ToStringWithoutAddress()} for one, "
                + $"have no spans and no metrics. Write {Fix(type)} in the section that names it.");
        }
    }

    // A dispatcher of the application's own may have no id.
    private static string Name(MessageDispatcher dispatcher) =>
        $"dispatcher {(string.IsNullOrEmpty(dispatcher.Id) ? "" : $"[{dispatcher.Id}] ")}of type {TypeNames.Full(dispatcher.GetType())}";

    private static string Fix(Type type)
    {
        var (name, inner) = MailboxCounterpart.For(type);
        return inner is null ? $"mailbox-type = \"{name}\"" : $"mailbox-type = \"{name}\", inner = \"{inner}\"";
    }
}
