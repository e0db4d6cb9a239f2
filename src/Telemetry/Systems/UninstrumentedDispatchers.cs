using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports once for each uninstrumented dispatcher that actors with an instrumented mailbox run on it, and which data is missing for them.
/// </summary>
internal sealed class UninstrumentedDispatchers(ActorSystem system)
{
    private readonly ConcurrentDictionary<string, byte> _known = new();

    /// <summary>Whether the dispatcher was reported.</summary>
    public bool Knows(MessageDispatcher dispatcher) => _known.ContainsKey(Name(dispatcher));

    public void Warn(MessageDispatcher dispatcher)
    {
        if (_known.TryAdd(Name(dispatcher), 0))
        {
            system.Log.Warning(
                "The dispatcher [{0}] of type {1} is not instrumented: its actors have no spans, no processing time and no failures, only counts and waiting times. See docs/configuration.md, Dispatchers.",
                dispatcher.Id,
                TypeNames.Full(dispatcher.GetType()));
        }
    }

    private static string Name(MessageDispatcher dispatcher) => $"{dispatcher.Id} {TypeNames.Full(dispatcher.GetType())}";
}
