using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Instrumentation of single actors by their <see cref="Props"/>.</summary>
public static class InstrumentationPropsExtensions
{
    /// <summary>
    /// Gives the actor an instrumented mailbox and dispatcher, whatever the system's defaults are. The mailbox is the
    /// counterpart of the one that these props name, if it is one of Akka's own ids, else one that does what the actor
    /// requires: a deque if it stashes, bounded if it says so, else the unbounded one. A mailbox of your own, named by
    /// these props, stays. The ids must be known to the system: see <see cref="InstrumentationProvider"/>.
    /// </summary>
    /// <param name="props">The actor's props; a new instance is returned.</param>
    public static Props WithInstrumentation(this Props props)
    {
        ArgumentNullException.ThrowIfNull(props);
        var named = props.Deploy.Mailbox;
        var mailbox = named == Deploy.NoMailboxGiven ? MailboxChoice.For(props.Type) : MailboxChoice.InPlaceOf(named);
        return (mailbox is null ? props : props.WithMailbox(mailbox)).WithDispatcher(InstrumentationConfig.DispatcherId);
    }
}
