using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace Akka.Dispatch;

/// <summary>The mailbox types of a system by id, and which one an actor gets.</summary>
public class Mailboxes
{
    public static readonly string DefaultMailboxId = "akka.actor.default-mailbox";
    public static readonly string NoMailboxRequirement = "";

    private readonly ActorSystem _system;
    private readonly Dictionary<Type, string> _requirements = [];
    private readonly ConcurrentDictionary<string, MailboxType> _types = new();
    private int _warned;

    public Mailboxes(ActorSystem system)
    {
        _system = system;
        DeadLetterMailbox = new DeadLetterMailbox(system.DeadLetters);

        foreach (var (name, id) in system.Settings.Config.GetConfig("akka.actor.mailbox.requirements").AsEnumerable())
        {
            if (Type.GetType(name.Trim('"')) is { } type)
            {
                _requirements[type] = id.GetString();
            }
        }
    }

    public DeadLetterMailbox DeadLetterMailbox { get; }

    public MailboxType Lookup(string id) => _types.TryGetValue(id, out var known) ? known : _types.GetOrAdd(id, Create);

    public MailboxType LookupByQueueType(Type queueType) => Lookup(IdFor(queueType));

    public Type GetRequiredType(Type actorType) => Closing(actorType, typeof(IRequiresMessageQueue<>))!;

    /// <summary>
    /// First of: the id that the props or the deployment give, the dispatcher's <c>mailbox-type</c>, what the actor
    /// requires, what the dispatcher requires, the default.
    /// </summary>
    public MailboxType GetMailboxType(Props props, Config? dispatcherConfig)
    {
        dispatcherConfig ??= _system.Dispatchers.DefaultDispatcherConfig;

        var required = GetRequiredType(props.Type);
        var given = props.Deploy.Mailbox;
        if (!string.IsNullOrEmpty(given))
        {
            return Checked(Lookup(given), required, props);
        }

        if (dispatcherConfig.HasPath("mailbox-type") && !string.IsNullOrEmpty(dispatcherConfig.GetString("mailbox-type")))
        {
            return Checked(Lookup(dispatcherConfig.GetString("id")), required, props);
        }

        if (required is not null)
        {
            return Checked(LookupByQueueType(required), required, props);
        }

        var byDispatcher = dispatcherConfig.GetString("mailbox-requirement", NoMailboxRequirement);
        if (!string.IsNullOrEmpty(byDispatcher))
        {
            return LookupByQueueType(Type.GetType(byDispatcher, throwOnError: true)!);
        }

        return Lookup(DefaultMailboxId);
    }

    /// <summary>First of: what the mailbox says, what the dispatcher says, what the default mailbox says.</summary>
    public int StashCapacity(string dispatcher, string mailbox)
    {
        var config = _system.Settings.Config;
        var byDefault = config.GetInt(DefaultMailboxId + ".stash-capacity", Deploy.NoStashSize);
        if (!string.IsNullOrEmpty(dispatcher))
        {
            byDefault = config.GetInt(dispatcher + ".stash-capacity", byDefault);
        }

        return string.IsNullOrEmpty(mailbox) || mailbox == DefaultMailboxId
            ? byDefault
            : config.GetConfig(mailbox).GetInt("stash-capacity", byDefault);
    }

    internal void CheckQueue(IActorRef self, Props props, IMessageQueue queue)
    {
        if (GetRequiredType(props.Type) is { } required && !required.IsInstanceOfType(queue))
        {
            throw new ActorInitializationException($"{self} requires a {required}; its mailbox made a {queue.GetType()}.");
        }
    }

    private static MailboxType Checked(MailboxType type, Type? required, Props props)
    {
        if (required is not null && Closing(type.GetType(), typeof(IProducesMessageQueue<>)) is { } produced && !required.IsAssignableFrom(produced))
        {
            throw new ArgumentException($"{props.Type} requires a {required}; the mailbox makes a {produced}.");
        }

        return type;
    }

    /// <summary>The type argument with which a type implements a generic interface.</summary>
    private static Type? Closing(Type type, Type open) => Array.Find(
        type.GetInterfaces(), one => one.IsGenericType && one.GetGenericTypeDefinition() == open)?.GetGenericArguments()[0];

    private string IdFor(Type queueType) => _requirements.TryGetValue(queueType, out var id)
        ? id
        : throw new ConfigurationException($"akka.actor.mailbox.requirements has no mailbox for {queueType}");

    private MailboxType Create(string id)
    {
        if (id == "unbounded")
        {
            return new UnboundedMailbox(_system.Settings, Config.Empty);
        }

        if (id == "bounded")
        {
            return new BoundedMailbox(_system.Settings, Section(id));
        }

        if (!_system.Settings.Config.HasPath(id))
        {
            throw new ConfigurationException($"Mailbox Type [{id}] not configured");
        }

        var created = MailboxTypeFactory.Create(id, _system.Settings, Section(id));
        WarnOfBlocking(id, created);
        return created;
    }

    private Config Section(string id)
    {
        var all = _system.Settings.Config;
        return ConfigurationFactory.ParseString($"id: \"{id}\"")
            .SafeWithFallback(all.GetConfig(id))
            .WithFallback(all.GetConfig(DefaultMailboxId));
    }

    /// <summary>Once for each system.</summary>
    private void WarnOfBlocking(string id, MailboxType type)
    {
        if (type is IProducesPushTimeoutSemanticsMailbox { PushTimeout: var timeout } && timeout > TimeSpan.Zero
            && Interlocked.Exchange(ref _warned, 1) == 0)
        {
            _system.EventStream.Publish(new Warning(
                "mailboxes",
                GetType(),
                $"Senders to the mailbox [{id}] wait up to {timeout} for room in it; {id}.mailbox-push-timeout-time = 0 lets none wait."));
        }
    }
}
