using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>Instrumentation of single actors by their <see cref="Props"/>.</summary>
public static class InstrumentationPropsExtensions
{
    /// <summary>
    /// Gives the actor an instrumented mailbox and dispatcher, whatever the system's defaults are: the deque mailbox if
    /// the actor stashes, else the unbounded one. A dispatcher that the props name stays, since its section is instrumented
    /// when the system starts (<c>akka.instrumentation.dispatchers</c>); so does one that a deployment section names.
    /// The ids must be known to the system: see <see cref="InstrumentationProvider"/>.
    /// </summary>
    /// <param name="props">The actor's props; a new instance is returned.</param>
    public static Props WithInstrumentation(this Props props)
    {
        ArgumentNullException.ThrowIfNull(props);
        var mailbox = typeof(IActorStash).IsAssignableFrom(props.Type)
            ? InstrumentationConfig.UnboundedDequeMailboxId
            : InstrumentationConfig.UnboundedMailboxId;
        var instrumented = props.WithMailbox(mailbox);
        return props.Dispatcher == Dispatchers.DefaultDispatcherId
            ? instrumented.WithDispatcher(InstrumentationConfig.DispatcherId)
            : instrumented;
    }
}
