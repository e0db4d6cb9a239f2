using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Base of the instrumented mailbox types. It decides once for each actor, when the mailbox is created, whether the mailbox is instrumented. An actor
/// without instrumentation gets Akka's own queue and has no cost.
/// </summary>
public abstract class InstrumentedMailboxType : MailboxType
{
    /// <summary>Id of the mailbox of an actor for which none is named.</summary>
    internal const string DefaultId = "akka.actor.default-mailbox";

    private bool _isRegistered;

    /// <summary>Called by Akka at the first look-up of the mailbox id.</summary>
    private protected InstrumentedMailboxType(Settings settings, Config config, MailboxType? plain = null)
        : base(settings, config) => Plain = plain;

    /// <summary>The error in the section of the default mailbox; null when there is none, and for all other mailboxes.</summary>
    internal ConfigurationException? Problem { get; private set; }

    /// <summary>The mailbox type, of Akka or of the application, that this one replaces; null where it differs from actor to actor.</summary>
    private protected MailboxType? Plain { get; init; }

    /// <inheritdoc />
    /// <exception cref="ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    public sealed override IMessageQueue Create(IActorRef owner, ActorSystem system)
    {
        var instrumentation = AkkaInstrumentationExtension.For(system);
        if (!_isRegistered)
        {
            // Benign race: two actors' mailboxes may do this at the same time.
            StashPlugin.Register((ExtendedActorSystem)system);
            _isRegistered = true;
        }

        if (Problem is not null)
        {
            throw Problem;
        }

        if (!instrumentation.Instruments(owner))
        {
            return (instrumentation.RecordsAnything ? Passing(instrumentation, owner, system) : null) ?? Uninstrumented(owner, system);
        }

        instrumentation.Observer.Watch();
        BackgroundThread.EnsureStarted();
        return Instrumented(instrumentation, owner, system);
    }

    /// <summary>
    /// Akka wraps exceptions of a constructor in other exceptions. It creates the default mailbox before everything else of a system. So an error in
    /// the default mailbox can wait for the first actor. It is then reported with all other errors, in one exception.
    /// </summary>
    private protected T? Read<T>(Config section, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (ConfigurationException problem) when (section.GetString("id") == DefaultId)
        {
            Problem = problem;
            return default;
        }
    }

    private protected virtual IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        Counterpart(Plain, instrumentation, owner, system);

    /// <summary>The instrumented queue with the order and the capacity of a mailbox type. For any other type, it is the queue of loggers.</summary>
    private protected static IMessageQueue Counterpart(
        MailboxType? plain, AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) => plain switch
        {
            UnboundedMailbox => new UnboundedInstrumentedMessageQueue(instrumentation, owner, AkkaInstrumentationExtension.TakesWrites(owner)),
            UnboundedDequeBasedMailbox =>
                new UnboundedDequeInstrumentedMessageQueue(instrumentation, owner, AkkaInstrumentationExtension.TakesWrites(owner)),
            BoundedMailbox bounded => new BoundedInstrumentedMessageQueue(instrumentation, owner, new(bounded.Capacity, bounded.PushTimeout)),
            BoundedDequeBasedMailbox bounded =>
                new BoundedDequeInstrumentedMessageQueue(instrumentation, owner, new(bounded.Capacity, bounded.PushTimeout)),
            UnboundedPriorityMailbox or UnboundedStablePriorityMailbox =>
                new WrappedMessageQueue(instrumentation, owner, plain.Create(owner, system)),
            _ => new LoggerInstrumentedMessageQueue(instrumentation, owner, system.Settings),
        };

    /// <summary>The queue of an actor that has no instrumentation but passes log events on; null for all other actors.</summary>
    private protected virtual IMessageQueue? Passing(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) => null;

    private protected virtual IMessageQueue Uninstrumented(IActorRef owner, ActorSystem system) => Plain!.Create(owner, system);
}

/// <summary>
/// The mailbox types that HOCON can name. This list keeps the types and their constructors in a trimmed program.
/// <see cref="AkkaInstrumentationConfig"/>, whose HOCON names the types, depends on this list and thereby keeps it.
/// </summary>
internal static class InstrumentedMailboxes
{
    public static readonly Type[] All =
    [
        Kept<BoundedDequeInstrumentedMailbox>(),
        Kept<BoundedInstrumentedMailbox>(),
        Kept<DefaultInstrumentedMailbox>(),
        Kept<LoggerInstrumentedMailbox>(),
        Kept<UnboundedDequeInstrumentedMailbox>(),
        Kept<UnboundedInstrumentedMailbox>(),
        Kept<WrappingInstrumentedMailbox>(),
    ];

    private static Type Kept<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] T>()
        where T : InstrumentedMailboxType => typeof(T);
}
