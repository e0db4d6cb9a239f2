namespace AkkaInstrumentation.Tests.Stress;

/// <summary>
/// Actors are stopped while others send to them as fast as they can: what was sent was handled or is a dead letter, to the last one.
/// </summary>
[Collection(Alone.Name)]
public sealed class TerminationSpec
{
    private const int Rounds = 60;
    private const int Senders = 3;
    private const int Each = 1_500;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Nothing_is_lost_between_an_actor_and_its_dead_letters(bool listened)
    {
        await using var system = Systems.Instrumented();
        using var metrics = listened ? new MetricRecorder(system) : null;
        using var spans = listened ? SpanRecorder.Everything() : null;
        var letters = new Counting(((ExtendedActorSystem)system.System).Provider);
        system.System.EventStream.Subscribe(letters, typeof(DeadLetter));
        var handled = 0;
        for (var round = 0; round < Rounds; round++)
        {
            // Every other actor stops itself, so messages are left however late this thread comes to stop the others.
            var stopsItself = round % 2 == 0;
            var stopAfter = round * Senders * Each / Rounds;
            var before = Volatile.Read(ref handled);
            var actor = system.ActorOf((context, _) =>
            {
                if (Interlocked.Increment(ref handled) - before == stopAfter + 1 && stopsItself)
                {
                    context.Stop(context.Self);
                }
            });
            var sending = Enumerable.Range(0, Senders).Select(_ => Task.Factory.StartNew(
                () => actor.TellTimes(Each, "message"),
                TaskCreationOptions.LongRunning)).ToArray();
            await Eventually.True(() => Volatile.Read(ref handled) - before >= stopAfter);
            system.System.Stop(actor);
            await Eventually.Within(Task.WhenAll(sending));
        }

        await Eventually.Equal(Rounds * Senders * Each, () => Volatile.Read(ref handled) + letters.Count);
        Assert.True(letters.Count > 0);
    }

    // Without a mailbox: the publisher's thread counts.
    private sealed class Counting(IActorRefProvider provider) : MinimalActorRef
    {
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public override ActorPath Path { get; } = new RootActorPath(Address.AllSystems) / "counting";

        public override IActorRefProvider Provider => provider;

        protected override void TellInternal(object message, IActorRef sender)
        {
            if (message is DeadLetter { Message: "message" })
            {
                Interlocked.Increment(ref _count);
            }
        }
    }
}
