namespace AkkaInstrumentation.Tests.Cases;

/// <summary>A user's own queue whose <c>Count</c> does not return. It would hold up the watches too, so nothing else runs meanwhile.</summary>
[Collection(Alone.Name)]
public sealed class BlockingCountSpec
{
    [Fact]
    public async Task It_holds_up_no_collection_no_actor_and_no_end_of_a_system()
    {
        await using var system = Systems.Instrumented(
            $$"""
            mine {
              mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox"
              inner = "{{typeof(Mine).FullName}}, {{typeof(Mine).Assembly.GetName().Name}}"
            }
            """);
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var handled = 0;
        var actor = system.ActorOf(Handler.Props((_, _) =>
        {
            hold.Pass();
            Interlocked.Increment(ref handled);
        }).WithMailbox("mine"));
        foreach (var number in Enumerable.Range(0, 6))
        {
            actor.Tell(number, ActorRefs.NoSender);
        }

        // the one in work is not in the queue
        await Eventually.Equal(5, () => metrics.Sum(AkkaMetricNames.MailboxDepth));
        try
        {
            Queue.Gate.Reset();
            await Eventually.True(() => Queue.IsAsked, () => "nobody asks");

            hold.Release();
            await Eventually.Equal(6, () => Volatile.Read(ref handled));
            Assert.Equal(6, await Eventually.Within(Task.Run(() => metrics.Sum(AkkaMetricNames.ActorMessages))));
            await using (Systems.Instrumented())
            {
                // its end needs the figures of no other system
            }

            await Eventually.Within(system.System.Terminate());
        }
        finally
        {
            Queue.Gate.Set();
        }
    }

    public sealed class Mine(Settings settings, Config config) : MailboxType(settings, config), IProducesMessageQueue<UnboundedMessageQueue>
    {
        public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new Queue();
    }

    private sealed class Queue : IMessageQueue
    {
        private readonly UnboundedMessageQueue _inner = new();

        public static ManualResetEventSlim Gate { get; } = new(initialState: true);

        public static volatile bool IsAsked;

        public bool HasMessages => _inner.HasMessages;

        public int Count
        {
            get
            {
                IsAsked |= !Gate.IsSet;
                Gate.Wait();
                return _inner.Count;
            }
        }

        public void Enqueue(IActorRef receiver, Envelope envelope) => _inner.Enqueue(receiver, envelope);

        public bool TryDequeue(out Envelope envelope) => _inner.TryDequeue(out envelope);

        public void CleanUp(IActorRef owner, IMessageQueue deadletters) => _inner.CleanUp(owner, deadletters);
    }
}
