namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>The dead letters of an actor system that are items.</summary>
internal sealed class DeadLetterRecorder(TestSystem system)
{
    private readonly ConcurrentQueue<DeadLetter> _letters = Letters.Of(system);

    /// <summary>
    /// What was dead-lettered until now for this recipient. Dead letters are published on the thread that gives them up, so one of our own, published
    /// after them, arrives after them.
    /// </summary>
    public async Task<IReadOnlyList<DeadLetter>> Of(IActorRef recipient)
    {
        var marker = new object();
        system.System.EventStream.Publish(new DeadLetter(marker, recipient, recipient));
        await Eventually.True(() => _letters.Any(letter => letter.Message == marker));
        return [.. ItemLettersOf(recipient)];
    }

    /// <summary>Those for this recipient, without waiting.</summary>
    public IEnumerable<Item> ItemsOf(IActorRef recipient) => ItemLettersOf(recipient).Select(letter => (Item)letter.Message);

    private IEnumerable<DeadLetter> ItemLettersOf(IActorRef recipient) =>
        _letters.Where(letter => letter.Message is Item && letter.Recipient.Equals(recipient));
}
