namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>What one thread does with a queue, made from a seed.</summary>
internal sealed class QueueScript
{
    private const int Length = 2_000;

    private QueueScript(int capacity, IReadOnlyList<(QueueStep Step, Item? Item)> steps)
    {
        Capacity = capacity;
        Steps = steps;
    }

    /// <summary>Small enough for the script to overflow it.</summary>
    public int Capacity { get; }

    public IReadOnlyList<(QueueStep Step, Item? Item)> Steps { get; }

    public static QueueScript From(int seed, MailboxKind kind)
    {
        var random = new Random(seed);
        var capacity = random.Next(1, 20);
        var steps = new List<(QueueStep, Item?)>(Length);
        var filling = true;
        var numbers = new int[3];
        while (steps.Count < Length - 1)
        {
            // tides, so that the queue is both often empty and often full
            filling = random.Next(30) == 0 ? !filling : filling;
            var step = random.Next(1_000) switch
            {
                < 120 when kind.HasFront => QueueStep.EnqueueFirst,
                var dice when (dice % 10 < 7) == filling => QueueStep.Enqueue,
                _ => QueueStep.TryDequeue,
            };
            var sender = random.Next(numbers.Length);
            steps.Add((
                step,
                step is QueueStep.Enqueue or QueueStep.EnqueueFirst
                    ? new Item(sender, numbers[sender]++, random.Next(Item.Ranks))
                    : null));
        }

        // the last of all: Akka cleans up a mailbox once, when its actor has stopped
        steps.Add((QueueStep.CleanUp, null));
        return new QueueScript(capacity, steps);
    }
}

internal enum QueueStep
{
    Enqueue,
    EnqueueFirst,
    TryDequeue,
    CleanUp,
}
