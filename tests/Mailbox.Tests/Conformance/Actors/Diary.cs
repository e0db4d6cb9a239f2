namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>What an actor went through. Written by its thread; read by the test when the actor has stopped.</summary>
internal sealed class Diary(MailboxKind kind)
{
    private int _received;

    public List<string> Entries { get; } = [];

    public List<Item> Received { get; } = [];

    /// <summary>One entry for each time that an item was stashed.</summary>
    public List<Item> Stashed { get; } = [];

    /// <summary>Which items came, however often.</summary>
    private HashSet<Item> Distinct { get; } = [];

    /// <summary>How many. Any thread.</summary>
    public int DistinctCount => Volatile.Read(ref _received);

    /// <summary>Called by the actor that is about to stop itself.</summary>
    public Action BeforeStop { get; init; } = () => { };

    public string Show(Item item) => kind.Show(item);

    public void Receive(Item item, Act act)
    {
        Entries.Add($"{Show(item)} {act}");
        Received.Add(item);
        Distinct.Add(item);
        Volatile.Write(ref _received, Distinct.Count);
    }

    public void Record(string entry) => Entries.Add(entry);
}
