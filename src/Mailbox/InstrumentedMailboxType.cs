using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Base of the instrumented mailbox types: decides once per actor, when its mailbox is made, whether it is instrumented.
/// One that is not gets Akka's own queue, so that off costs nothing.
/// </summary>
public abstract class InstrumentedMailboxType : MailboxType
{
    private bool _prepared;

    /// <summary>Called by Akka when the mailbox id is first looked up.</summary>
    private protected InstrumentedMailboxType(Settings settings, Config config)
        : base(settings, config)
    {
    }

    /// <summary>What is wrong with the section of the default mailbox; null for nothing and for all other mailboxes.</summary>
    internal ConfigurationException? Problem { get; private set; }

    /// <inheritdoc />
    /// <exception cref="ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    public sealed override IMessageQueue Create(IActorRef owner, ActorSystem system)
    {
        var instrumentation = InstrumentationExtension.For(system);
        if (!_prepared)
        {
            Prepare(instrumentation, (ExtendedActorSystem)system, owner);
            _prepared = true;
        }

        if (Problem is not null)
        {
            throw Problem;
        }

        return instrumentation.Instruments(owner) ? Instrumented(instrumentation, owner, system) : Plain(owner, system);
    }

    // Harmless when two actors' mailboxes do it at once.
    private static void Prepare(InstrumentationExtension instrumentation, ExtendedActorSystem system, IActorRef owner)
    {
        // Akka's first actor, whose failure stops the system from starting; later errors belong to the actor that meets them.
        if (owner.Path.Elements.Count == 0)
        {
            try
            {
                MailboxSections.Check(system.Settings);
            }
            catch (ConfigurationException)
            {
                // what does not start does not end either
                instrumentation.Stop();
                throw;
            }
        }

        StashPlugin.Register(system);
    }

    /// <summary>
    /// What a constructor throws, Akka wraps in other exceptions. It makes the default mailbox before anything else of a system, so what is wrong
    /// with that one can wait for the first actor: then it is told together with everything else, as one exception.
    /// </summary>
    private protected T? Read<T>(Config section, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (ConfigurationException problem) when (section.GetString("id") == MailboxIds.Default)
        {
            Problem = problem;
            return default;
        }
    }

    private protected abstract IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system);

    private protected abstract IMessageQueue Plain(IActorRef owner, ActorSystem system);
}
