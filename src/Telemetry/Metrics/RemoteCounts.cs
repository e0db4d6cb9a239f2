namespace AkkaInstrumentation;

/// <summary>Counts of the traffic with other nodes. One for each actor system that has remoting. Any thread.</summary>
internal sealed class RemoteCounts(SystemTags system)
{
    /// <summary>Addresses beyond this number share one name, so that memory is bounded.</summary>
    internal const int MaxAddresses = 100;

    public const string Inbound = "inbound";
    public const string Outbound = "outbound";

    private readonly ByAddress _associatedIn = new(system, Inbound);
    private readonly ByAddress _associatedOut = new(system, Outbound);
    private readonly ByAddress _quarantinedUs = new(system, Inbound);
    private readonly ByAddress _quarantinedThem = new(system, Outbound);

    public IEnumerable<TaggedCount> Associations => _associatedIn.Concat(_associatedOut);

    public IEnumerable<TaggedCount> Quarantines => _quarantinedUs.Concat(_quarantinedThem);

    public ByAddress Errors { get; } = new(system);

    public ByAddress Sent { get; } = new(system);

    public DirectedCount Written { get; } = new(system, Outbound);

    public DirectedCount Read { get; } = new(system, Inbound);

    public RefusedContexts Refused { get; } = new(system);

    public void Associated(string address, bool inbound) => (inbound ? _associatedIn : _associatedOut).For(address).Increment();

    /// <param name="address">The other node.</param>
    /// <param name="byOther">Whether the other node has quarantined this one.</param>
    public void Quarantined(string address, bool byOther) => (byOther ? _quarantinedUs : _quarantinedThem).For(address).Increment();
}
