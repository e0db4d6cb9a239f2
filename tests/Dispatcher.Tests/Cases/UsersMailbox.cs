namespace AkkaInstrumentation.Tests.Cases;

/// <summary>A mailbox of a user's own, in ours. Its queue meets what the test gives it.</summary>
public sealed class UsersMailbox(Settings settings, Config config) : MailboxType(settings, config), IProducesMessageQueue<UnboundedMessageQueue>
{
    private static readonly ConcurrentDictionary<string, UsersQueue> Queues = new();

    /// <summary>The section <c>mine</c>.</summary>
    public static string Hocon { get; } =
        $$"""
        mine {
          mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          inner = "{{typeof(UsersMailbox).FullName}}, {{typeof(UsersMailbox).Assembly.GetName().Name}}"
        }

        """;

    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => Queues[system.Name] = new UsersQueue();

    /// <summary>The system's last one.</summary>
    internal static UsersQueue QueueOf(TestSystem system) => Queues[system.Name];
}

internal sealed class UsersQueue : IMessageQueue
{
    private readonly UnboundedMessageQueue _inner = new();

    /// <summary>Called before each member, with its name.</summary>
    public Action<string>? Meets { get; set; }

    public bool HasMessages => Inner().HasMessages;

    public int Count => Inner().Count;

    public void Enqueue(IActorRef receiver, Envelope envelope) => Inner().Enqueue(receiver, envelope);

    public bool TryDequeue(out Envelope envelope) => Inner().TryDequeue(out envelope);

    public void CleanUp(IActorRef owner, IMessageQueue deadletters) => Inner().CleanUp(owner, deadletters);

    private UnboundedMessageQueue Inner([CallerMemberName] string member = "")
    {
        Meets?.Invoke(member);
        return _inner;
    }
}
