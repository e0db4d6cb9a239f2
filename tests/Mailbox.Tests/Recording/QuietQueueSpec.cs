namespace AkkaInstrumentation.Tests;

/// <summary>A queue to which nobody has listened leaves its recorder alone. It must not miss the moment from which the recorder is needed.</summary>
public class QuietQueueSpec
{
    private const int Rounds = 5_000;

    /// <summary>The thread that starts the actor finds that its runs are needed, while a sender schedules the first one.</summary>
    [Fact]
    public async Task A_queue_that_is_scheduled_while_its_actor_starts_has_its_runs_recorded_afterwards()
    {
        await using var system = Systems.Instrumented();
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        var actor = system.ActorOf(Echo.Props);
        Assert.Equal(1, await actor.Ask<int>(1, TimeSpan.FromSeconds(20)));
        var mailbox = Assert.IsType<ActorCell>(((ActorRefWithCell)actor).Underlying).Mailbox!;
        var queue = default(UnboundedInstrumentedMessageQueue)!;
        var (lost, wrong) = (0, 0);
        LimitedRounds.Run(
            1,
            Rounds,
            begin: () => queue = new UnboundedInstrumentedMessageQueue(instrumentation, actor),
            theirs: _ => queue.Recorder.Enclose(mailbox),
            mine: (round, othersEnd) =>
            {
                var first = queue.RunnableFor(mailbox);
                othersEnd();
                lost += ReferenceEquals(queue.RunnableFor(mailbox), queue.Recorder) ? 0 : 1;
                wrong += ReferenceEquals(first, mailbox) || ReferenceEquals(first, queue.Recorder) ? 0 : 1;
            });

        Assert.Equal((0, 0), (lost, wrong));
    }
}
