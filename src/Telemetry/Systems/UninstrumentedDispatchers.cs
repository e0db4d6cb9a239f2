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
        "The dispatcher [{0}] of type {1} is not instrumented: its actors have no spans, no processing time and no failures, only counts and waiting times. See docs/configuration.md, Dispatchers.";

    // by name; whether an actor of the application is among them
    private readonly ConcurrentDictionary<string, bool> _known = new();

    /// <summary>Whether the dispatcher was reported.</summary>
    public bool Knows(MessageDispatcher dispatcher) => _known.ContainsKey(Name(dispatcher));

    public void Report(MessageDispatcher dispatcher, AkkaActorKind actor)
    {
        var (name, type) = (Name(dispatcher), TypeNames.Full(dispatcher.GetType()));
        if (actor == AkkaActorKind.User)
        {
            if (_known.TryAdd(name, true) || _known.TryUpdate(name, true, false))
            {
                system.Log.Warning(Text, dispatcher.Id, type);
            }
        }
        else if (_known.TryAdd(name, false))
        {
            system.Log.Info(Text, [dispatcher.Id, type]);
        }
    }

    private static string Name(MessageDispatcher dispatcher) => $"{dispatcher.Id} {TypeNames.Full(dispatcher.GetType())}";
}
