
namespace AkkaInstrumentation;

/// <summary>
/// Who sends what to whom in one actor system: messages by sender type, message type and receiver type. Messages and times are estimated from the
/// messages that are timed, so that other messages cost nothing; failures are exact. Any thread.
/// </summary>
internal sealed class TypeFlows
{
    /// <summary>The numbers of sender, message and receiver types multiply, so one cap limits the number of flows.</summary>
    internal const int MaxFlows = 1_000;

    // Addresses beyond this number share one name.
    private const int MaxAddresses = 100;

    private readonly Capped<Key, TypeFlow> _flows;
    private readonly Capped<string, string> _addresses = new(MaxAddresses, static _ => FoldedNames.Other, static name => name);

    public TypeFlows(SystemTags system) => _flows = new(
        MaxFlows, static _ => new(FoldedNames.Other, "", null), key => new TypeFlow(system, key.Sender, key.Address, key.Message));

    /// <summary>All flows so far.</summary>
    public IEnumerable<TypeFlow> All => _flows;

    /// <param name="sender">Readable name of the sender's type.</param>
    /// <param name="address">The sender's node; null for this one.</param>
    /// <param name="message">The pair of receiver type and message type.</param>
    public TypeFlow Of(string sender, string? address, MessageTypeInfo message) =>
        _flows.For(new(sender, address is null ? "" : _addresses.For(ForeignText.Clean(address)), message));

    private readonly record struct Key(string Sender, string Address, MessageTypeInfo? Message);
}

/// <summary>The messages of one type from actors of one type to actors of another. Any thread.</summary>
internal sealed class TypeFlow : MessageFlow
{
    private readonly object _lock = new();
    private WorkSums _sums;

    /// <param name="system">The attributes of the actor system.</param>
    /// <param name="sender">Readable name of the sender's type.</param>
    /// <param name="address">The sender's node; empty for this one.</param>
    /// <param name="message">The pair of receiver type and message type; null for all flows beyond the cap.</param>
    public TypeFlow(SystemTags system, string sender, string address, MessageTypeInfo? message)
    {
        (Sender, Address) = (sender, address);
        (Message, Receiver) = message is null ? (FoldedNames.Other, FoldedNames.Other) : (message.Name, message.Actor.Name);
        Category = message?.Actor is { IsInfrastructure: true } actor ? actor.Category : null;
        Tags =
        [
            .. message?.Tags ?? system.With(new(AkkaSpanAttributes.ActorType, Receiver), new(AkkaSpanAttributes.MessageType, Message)),
            new(AkkaMetricAttributes.SenderType, sender),
        ];
        if (address.Length > 0)
        {
            Tags = [.. Tags, new(AkkaMetricAttributes.RemoteAddress, address)];
        }
    }

    public string Sender { get; }

    /// <summary>The sender's node; empty for this one.</summary>
    public string Address { get; }

    public string Message { get; }

    public string Receiver { get; }

    /// <summary>The receivers' kind; null for the application's own.</summary>
    public string? Category { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    public WorkSums Sums
    {
        get
        {
            lock (_lock)
            {
                return _sums;
            }
        }
    }

    public override void Add(long waited, long worked, int shift)
    {
        lock (_lock)
        {
            _sums += WorkSums.Message(waited, worked, shift);
        }
    }

    public override void Fail()
    {
        lock (_lock)
        {
            _sums += WorkSums.Failure;
        }
    }
}
