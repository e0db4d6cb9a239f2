namespace AkkaInstrumentation.Tests;

/// <summary>A bounded mailbox: when a message gets its place, and when it leaves it.</summary>
[Collection(Alone.Name)]
public class CapacitySpec
{
    public static TheoryData<string> Kinds => MailboxKinds.Bounded;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task The_wait_begins_when_the_message_has_a_place(string kind)
    {
        await using var system = Systems.WithIds(
            $"akka.instrumentation.metrics.distributions = all\n{MailboxKinds.Of(kind).Hocon(capacity: 1, TimeSpan.FromSeconds(100))}");
        var owner = system.ActorOf(Echo.Props);
        using var metrics = new MetricRecorder(system);
        var queue = (InstrumentedMessageQueue)system.QueueFor(owner);
        queue.Enqueue(owner, new Envelope(0, owner));
        var sender = new Thread(() => queue.Enqueue(owner, new Envelope(1, owner)));
        sender.Start();
        await Eventually.True(() => (sender.ThreadState & System.Threading.ThreadState.WaitSleepJoin) != 0, () => "the sender does not wait");

        var freed = Stopwatch.GetTimestamp();
        Assert.True(queue.TryDequeue(out _));
        await Eventually.Within(Task.Run(sender.Join));

        Assert.Equal(1, queue.Count);
        Assert.InRange(queue.OldestEnqueuedAt(), freed, long.MaxValue);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_message_that_is_taken_back_keeps_its_place(string kind)
    {
        await using var system = Systems.WithIds(MailboxKinds.Of(kind).Hocon(capacity: 1));
        var owner = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        var queue = (InstrumentedMessageQueue)system.QueueFor(owner);
        var recorder = queue.Recorder;

        // a run that began before anybody listened does not give a traced message to the actor
        var run = recorder.BeginRun(ThreadContext.Mine);
        using var spans = SpanRecorder.OfNothing();
        using (var root = new Activity("root").Start())
        {
            root.ActivityTraceFlags = ActivityTraceFlags.Recorded;
            queue.Enqueue(owner, new Envelope(1, owner));
        }

        Assert.False(queue.TryDequeue(out _));
        Assert.Equal((1, true), (queue.Count, queue.HasMessages));
        queue.Enqueue(owner, new Envelope(2, owner));
        recorder.EndRun(run, ThreadContext.Mine);

        await Eventually.Equal(1, () => letters.Count);
        run = recorder.BeginRun(ThreadContext.Mine);
        Assert.True(queue.TryDequeue(out var taken));
        Assert.Equal(1, taken.Message);
        queue.Enqueue(owner, new Envelope(3, owner));
        Assert.Equal(1, queue.Count);
        queue.Enqueue(owner, new Envelope(4, owner));
        Assert.True(queue.TryDequeue(out taken));
        Assert.Equal(3, taken.Message);
        Assert.False(queue.TryDequeue(out _));
        recorder.EndRun(run, ThreadContext.Mine);
        await Eventually.Equal(2, () => letters.Count);
        Assert.Equal([2, 4], letters.Select(letter => letter.Message));
    }
}
