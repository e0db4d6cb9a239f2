using Akka.Dispatch;
using Akka.Routing;
using AkkaInstrumentation;

// The namespace of Props, so that code that uses Props finds the method.
namespace Akka.Actor;

/// <summary>Instruments single actors through their <see cref="Props"/>.</summary>
public static class AkkaInstrumentationPropsExtensions
{
    /// <summary>
    /// Gives the actor an instrumented mailbox and dispatcher, whatever the system's defaults are. If these props name one of Akka's own mailbox
    /// ids, the actor gets its instrumented counterpart. If they name no mailbox, the actor keeps the order and the capacity of the one that it
    /// has without this call: that of its requirement or its dispatcher, else the system's default. If these props name a mailbox of your own, it
    /// stays.
    /// <para>
    /// A dispatcher that the props or a deployment section name also stays, and so does the <c>pool-dispatcher</c> of a pool that uses one. Their
    /// sections are instrumented when the system starts (<c>akka.instrumentation.dispatchers</c>). If only a deployment section describes a pool
    /// (<c>FromConfig</c>), this method does not know its dispatcher. The routees then get the instrumented default dispatcher. The system must know
    /// the ids: see <see cref="AkkaInstrumentationProvider"/>.
    /// </para>
    /// </summary>
    /// <param name="props">The actor's props. They are not changed.</param>
    /// <returns>Props with the instrumented mailbox and dispatcher.</returns>
    public static Props WithInstrumentation(this Props props)
    {
        ArgumentNullException.ThrowIfNull(props);
        var instrumented = MailboxFor(props) is { } mailbox ? props.WithMailbox(mailbox) : props;
        return props.Dispatcher == Dispatchers.DefaultDispatcherId && props.RouterConfig is not Pool { UsePoolDispatcher: true }
            ? instrumented.WithDispatcher(AkkaInstrumentationConfig.DispatcherId)
            : instrumented;
    }

    /// <summary>
    /// Instruments the actor and sets how its messages are treated. These settings take precedence over all rules, even when the system's defaults
    /// are instrumented. A later call takes precedence over an earlier one; settings that it leaves out stay. The settings travel with the props to
    /// the routees of a pool, through serializers and to other machines.
    /// </summary>
    /// <param name="props">The actor's props. They are not changed.</param>
    /// <param name="configure">Sets the actor's settings. Called once, before the method returns.</param>
    /// <returns>Props with the instrumented mailbox, the dispatcher and the settings.</returns>
    /// <exception cref="ArgumentException">Values are not allowed. The message lists all of them.</exception>
    public static Props WithInstrumentation(this Props props, Action<AkkaActorOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(props);
        ArgumentNullException.ThrowIfNull(configure);
        var settings = new AkkaActorOptions();
        configure(settings);
        var deploy = props.Deploy;
        var config = PropsRuleEffect.Add(settings, deploy.Config);
        var problems = new SettingsProblems();
        PropsRuleEffect.ReadFrom(config, problems);
        if (problems.Count > 0)
        {
            throw new ArgumentException($"{nameof(AkkaActorOptions)} is not valid: {problems}.", nameof(configure));
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

    // The id of the instrumented mailbox; null when the actor's own one stays.
    private static string? MailboxFor(Props props) =>
        props.Deploy.Mailbox is var named && named != Deploy.NoMailboxGiven ? InPlaceOf(named)
        : RequiredBy(props.Type) is { } required && !required.IsAssignableFrom(typeof(WrappedMessageQueue)) ? null
        : AkkaInstrumentationConfig.DefaultMailboxId;

    // Only the actor's system knows the type of another id.
    private static string? InPlaceOf(string id) => id switch
    {
        "unbounded" or "akka.actor.mailbox.unbounded-queue-based" => AkkaInstrumentationConfig.UnboundedMailboxId,
        "akka.actor.mailbox.bounded-queue-based" => AkkaInstrumentationConfig.BoundedMailboxId,
        "akka.actor.mailbox.unbounded-deque-based" => AkkaInstrumentationConfig.UnboundedDequeMailboxId,
        "akka.actor.mailbox.bounded-deque-based" => AkkaInstrumentationConfig.BoundedDequeMailboxId,
        "akka.actor.mailbox.logger-queue" => AkkaInstrumentationConfig.LoggerMailboxId,
        _ => null,
    };

    private static Type? RequiredBy(Type actor) => NamedTypes.InterfacesOf(actor)
        .FirstOrDefault(required => required.IsGenericType && required.GetGenericTypeDefinition() == typeof(IRequiresMessageQueue<>))?
        .GetGenericArguments()[0];
}
