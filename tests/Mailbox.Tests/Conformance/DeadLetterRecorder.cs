namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>The dead letters of an actor system that are items.</summary>
internal sealed class DeadLetterRecorder
{
    private readonly ConcurrentQueue<DeadLetter> _letters = new();
    private readonly TestSystem _system;

    public DeadLetterRecorder(TestSystem system)
    {
        _system = system;
        system.System.EventStream.Subscribe(system.ActorOf((_, message) => Record(message)), typeof(DeadLetter));
    }

    /// <summary>
    /// What was dead-lettered until now for this recipient. Dead letters are published on the thread that gives them up, so one of our own, published
    /// after them, arrives after them.
    /// </summary>
    public async Task<IReadOnlyList<DeadLetter>> Of(IActorRef recipient)
    {
        var marker = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _system.System.EventStream.Publish(new DeadLetter(marker, recipient, recipient));
        await Eventually.Within(marker.Task);
        return [.. _letters.Where(letter => letter.Recipient.Equals(recipient))];
    }

    /// <summary>How many there are for this recipient, without waiting.</summary>
    public IEnumerable<Item> ItemsOf(IActorRef recipient) =>
        _letters.Where(letter => letter.Recipient.Equals(recipient)).Select(letter => (Item)letter.Message);

    private void Record(object message)
    {
        switch (message)
        {
            case DeadLetter { Message: TaskCompletionSource marker }:
                marker.SetResult();
                break;
            case DeadLetter { Message: Item } letter:
                _letters.Enqueue(letter);
                break;
        }
    }
}
