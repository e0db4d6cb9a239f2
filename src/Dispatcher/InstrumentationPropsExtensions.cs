using Akka.Actor;
using Akka.Dispatch;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>Instrumentation of single actors by their <see cref="Props"/>.</summary>
public static class InstrumentationPropsExtensions
{
    /// <summary>
    /// Gives the actor an instrumented mailbox and dispatcher, whatever the system's defaults are. The mailbox is the
    /// counterpart of the one that these props name, if it is one of Akka's own ids, else one that does what the actor
    /// requires: a deque if it stashes, bounded if it says so, else the unbounded one. A mailbox of your own, named by
    /// these props, stays. So does a dispatcher that they or a deployment section name, and the <c>pool-dispatcher</c> of a pool
    /// that says it uses one: its section is instrumented when the system starts (<c>akka.instrumentation.dispatchers</c>). Of a pool
    /// that only a deployment section describes (<c>FromConfig</c>) this is not known here: its routees get the instrumented
    /// default dispatcher. The ids must be known to the system: see <see cref="InstrumentationProvider"/>.
    /// </summary>
    /// <param name="props">The actor's props; a new instance is returned.</param>
    public static Props WithInstrumentation(this Props props)
    {
        ArgumentNullException.ThrowIfNull(props);
        var named = props.Deploy.Mailbox;
        var mailbox = named == Deploy.NoMailboxGiven ? MailboxChoice.For(props.Type) : MailboxChoice.InPlaceOf(named);
        var instrumented = mailbox is null ? props : props.WithMailbox(mailbox);
        return props.Dispatcher == Dispatchers.DefaultDispatcherId && props.RouterConfig is not Pool { UsePoolDispatcher: true }
            ? instrumented.WithDispatcher(InstrumentationConfig.DispatcherId)
            : instrumented;
    }

    /// <summary>
    /// The same, and says how the actor's messages are treated. That wins over all rules, also when the system's defaults are
    /// instrumented; a later call wins over an earlier one and leaves what it does not set. It goes with the props to the routees
    /// of a pool, through serializers and to other machines.
    /// </summary>
    /// <param name="props">The actor's props; a new instance is returned.</param>
    /// <param name="configure">Sets what is said.</param>
    /// <exception cref="ArgumentException">Values that are not allowed; the message lists them all.</exception>
    public static Props WithInstrumentation(this Props props, Action<ActorInstrumentation> configure)
    {
        ArgumentNullException.ThrowIfNull(props);
        ArgumentNullException.ThrowIfNull(configure);
        var said = new ActorInstrumentation();
        configure(said);
        var deploy = props.Deploy;
        var config = PropsTreatment.Add(said.Write(), deploy.Config);
        var problems = new List<string>();
        PropsTreatment.ReadFrom(config, problems);
        if (problems.Count > 0)
        {
            throw new ArgumentException($"{nameof(ActorInstrumentation)} is not valid: {string.Join("; ", problems)}.", nameof(configure));
        }

        return props.WithInstrumentation().WithDeploy(new Deploy(
            deploy.Path,
            config,
            deploy.RouterConfig,
            deploy.Scope,
            Deploy.NoDispatcherGiven,
            Deploy.NoMailboxGiven,
            deploy.StashCapacity));
    }
}
