using System.Reflection;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments a mailbox type of your own. <c>inner = "My.Mailbox, My"</c> names it; it reads all other keys of the section. Depth, counts,
/// processing time and spans are recorded as for every instrumented mailbox. The wait time of a message and its sender's span are known
/// only for Akka's own priority queues.
/// </summary>
internal sealed class WrappingInstrumentedMailbox
    : InstrumentedMailboxType, IProducesMessageQueue<WrappedMessageQueue>, IProducesPushTimeoutSemanticsMailbox
{
    /// <summary>Called by Akka at the first look-up of the mailbox id.</summary>
    /// <param name="settings">The actor system's settings. Akka passes them.</param>
    /// <param name="config">The mailbox's section. Akka passes it. The inner mailbox gets the same section.</param>
    /// <exception cref="ConfigurationException"><c>inner</c> is no mailbox type, or the section is used for a requirement that it does not
    /// meet.</exception>
    public WrappingInstrumentedMailbox(Settings settings, Config config)
        : base(settings, config) => Plain = Read(config, () => InnerMailbox.Create(settings, config));

    /// <summary>How long a sender waits when the inner mailbox is full; zero when it has no capacity limit.</summary>
    public TimeSpan PushTimeout => (Plain as IProducesPushTimeoutSemanticsMailbox)?.PushTimeout ?? TimeSpan.Zero;

    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new WrappedMessageQueue(instrumentation, owner, Plain!.Create(owner, system));
}

/// <summary>Creates the inner mailbox type of a wrapping one, as Akka would.</summary>
internal static class InnerMailbox
{
    /// <summary>The key that names the type.</summary>
    public const string Key = "inner";

    /// <exception cref="ConfigurationException">There is no inner type, it cannot be created, or it is bound to a requirement that it does not
    /// meet.</exception>
    public static MailboxType Create(Settings settings, Config section)
    {
        var id = section.GetString("id") ?? "mailbox";
        var name = section.GetString(Key);
        var type = name is null ? null : NamedTypes.Find(name);
        if (type is null || type.IsAbstract || !typeof(MailboxType).IsAssignableFrom(type) || typeof(InstrumentedMailboxType).IsAssignableFrom(type))
        {
            throw new ConfigurationException(
                $"{id}.{Key} = {name ?? "null"}, allowed are mailbox types that are not instrumented themselves, with their assembly: "
                    + "\"My.Mailbox, My\".");
        }

        ConfigurationReading.Reader.CheckRequirements(settings.Config, id, Key, type);
        try
        {
            return (MailboxType)Activator.CreateInstance(type, settings, section)!;
        }
        catch (Exception e) when (e is MissingMethodException or TargetInvocationException)
        {
            throw new ConfigurationException(
                $"{id}.{Key} = {name} cannot be made: {(e.InnerException ?? e).Message} Allowed are mailbox types with a public constructor "
                    + "(Settings, Config).", e);
        }
    }
}
