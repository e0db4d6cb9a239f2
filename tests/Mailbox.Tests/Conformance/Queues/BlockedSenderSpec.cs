namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>A bounded mailbox that is full: its sender waits for room, and gives up when the push time-out is over.</summary>
public class BlockedSenderSpec
{
    private static readonly string[] BothSides = [MailboxKind.ReferenceId, MailboxKind.InstrumentedId];

    public static TheoryData<string> Kinds => MailboxKinds.Bounded;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Senders_wait_for_room_and_each_that_gets_it_goes_on(string name)
    {
        const int Senders = 3;
        var kind = MailboxKinds.Of(name);
        await using var system = Systems.WithIds(kind.Hocon(capacity: 1, TimeSpan.FromMinutes(10)));
        var dead = new DeadLetterRecorder(system);
        foreach (var side in BothSides)
        {
            var queue = new QueueUnderTest(kind, system, side);
            var first = new Item(0, 0, 1);
            queue.Enqueue(first);
            var items = Enumerable.Range(1, Senders).Select(sender => new Item(sender, 0, 1)).ToList();
            var blocked = items.ConvertAll(item => new Thread(() => queue.Enqueue(item)) { IsBackground = true });
            blocked.ForEach(thread => thread.Start());
            await Eventually.True(
                () => blocked.TrueForAll(thread => thread.ThreadState.HasFlag(System.Threading.ThreadState.WaitSleepJoin)),
                () => $"{name}, {side}: a sender does not wait");
            Assert.Equal(1, queue.Queue.Count);

            var received = new List<Item> { queue.TryDequeue()! };
            for (var woken = 1; woken <= Senders; woken++)
            {
                await Eventually.Equal(woken, () => blocked.Count(thread => !thread.IsAlive));
                received.Add(queue.TryDequeue()!);
            }

            Assert.Null(queue.TryDequeue());
            Books.Balance($"{name}, {side}", [first, .. items], received, []);
            Assert.Empty(await dead.Of(queue.Owner));
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_sender_that_waited_in_vain_gives_its_message_to_the_dead_letters(string name)
    {
        var kind = MailboxKinds.Of(name);
        var patience = TimeSpan.FromMilliseconds(30);
        await using var system = Systems.WithIds(kind.Hocon(capacity: 1, patience));
        var dead = new DeadLetterRecorder(system);
        foreach (var side in BothSides)
        {
            var queue = new QueueUnderTest(kind, system, side);
            var (first, second) = (new Item(0, 0, 1), new Item(0, 1, 0));
            queue.Enqueue(first);
            var start = Stopwatch.GetTimestamp();
            queue.Enqueue(second);

            // Akka's own may give up a moment early
            Assert.True(side == MailboxKind.ReferenceId || Stopwatch.GetElapsedTime(start) >= patience);
            var letter = Assert.Single(await dead.Of(queue.Owner));
            Assert.Same(second, letter.Message);
            Assert.Same(queue.Owner, letter.Sender);
            Assert.Same(first, queue.TryDequeue());
            Assert.Null(queue.TryDequeue());
            Assert.Equal(0, queue.Queue.Count);

            // the place of the one that gave up is not lost
            queue.Enqueue(second);
            Assert.Same(second, queue.TryDequeue());
        }
    }
}
