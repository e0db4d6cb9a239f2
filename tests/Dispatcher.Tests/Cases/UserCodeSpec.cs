namespace AkkaInstrumentation.Tests.Cases;

/// <summary>
/// What the instrumentation calls of other people's code besides listeners and callbacks (<see cref="ThrowingSpec"/>): each throws, and costs no
/// message, run or collection. The table is in docs/telemetry.md.
/// </summary>
public sealed class UserCodeSpec
{
    private static readonly string Hocon =
        $$"""
        {{UsersMailbox.Hocon}}
        akka.loglevel = OFF
        akka.instrumentation.pressure { growing-for = 100ms, min-depth = 10 }

        """;

    public static TheoryData<string> Members => [nameof(IMessageQueue.HasMessages), nameof(IMessageQueue.TryDequeue),
        nameof(IMessageQueue.Enqueue), nameof(IMessageQueue.CleanUp), nameof(IMessageQueue.Count)];

    [Fact]
    public async Task A_count_that_throws_costs_no_run_and_no_collection()
    {
        await using var system = Systems.Instrumented(Hocon);
        using var metrics = new MetricRecorder(system);
        var handled = 0;
        var actor = system.ActorOf(Handler.Props((_, _) => Interlocked.Increment(ref handled)).WithMailbox("mine"));
        var other = system.ActorOf(Handler.Props((_, _) => Interlocked.Increment(ref handled)));
        UsersMailbox.QueueOf(system).Meets = member => Fail.If(member == nameof(IMessageQueue.Count));
        var before = Faults(TelemetryFault.Queue);

        for (var i = 1; i <= 20; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
            other.Tell(i, ActorRefs.NoSender);
            await Eventually.Equal(2 * i, () => Volatile.Read(ref handled));
        }

        await Eventually.Equal(40, () => metrics.Sum(AkkaMetricNames.ActorMessages));
        await Eventually.True(() => Faults(TelemetryFault.Queue) > before);
    }

    [Theory]
    [MemberData(nameof(Members))]
    public async Task What_Akka_asks_of_a_wrapped_queue_throws_as_it_would_without_us_and_the_books_stay_right(string member)
    {
        await using var system = Systems.Instrumented(Hocon);
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.OfActor(out var actorName);
        using var hold = new Hold();
        var actor = system.ActorOf(Handler.Props((_, _) => hold.Pass()).WithMailbox("mine"), actorName);
        var mine = UsersMailbox.QueueOf(system);
        var thrown = new InvalidOperationException("on purpose");
        actor.Tell("first", ActorRefs.NoSender);
        await hold.Entered;
        var wrapped = ((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue;
        var message = new Envelope("second", ActorRefs.Nobody);

        mine.Meets = called => _ = called == member ? throw thrown : called;
        Assert.Equal(thrown, Assert.Throws<InvalidOperationException>(() => Call(wrapped, member, actor, message)));
        mine.Meets = null;
        hold.Release();
        actor.Tell("third", ActorRefs.NoSender);

        Assert.Equal(2, (await spans.WaitForStopped(2)).Count);

        // a queue that has been cleaned up belongs to an actor that has stopped: only what it counted until then has to stay
        var counted = member == nameof(IMessageQueue.CleanUp) ? 1 : 2;
        await Eventually.True(() => spans.Open.Count == 0 && metrics.Sum(AkkaMetricNames.ActorMessages) >= counted);
    }

    [Theory]
    [InlineData(nameof(Wrapper.Throws))]
    [InlineData(nameof(Wrapper.IsEmpty))]
    [InlineData(nameof(Wrapper.IsInItself))]
    public async Task A_wrapper_that_cannot_be_opened_is_the_message(string way)
    {
        await using var system = Systems.Instrumented(Hocon);
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.OfActor(out var actorName);
        var seen = new ConcurrentQueue<object>();
        var wrapper = new Wrapper { Throws = way == nameof(Wrapper.Throws), IsEmpty =
            way == nameof(Wrapper.IsEmpty), IsInItself = way == nameof(Wrapper.IsInItself) };
        var actor = system.ActorOf(Handler.Props((_, message) => seen.Enqueue(message)), actorName);

        actor.Tell(wrapper, ActorRefs.NoSender);
        actor.Tell("last", ActorRefs.NoSender);

        await Eventually.Equal(2, () => seen.Count);
        Assert.Equal([wrapper, "last"], seen);
        Assert.Equal(
            [$"{nameof(UserCodeSpec)}.{nameof(Wrapper)}", "String"],
            (await spans.WaitForStopped(2)).Select(span => span.GetTagItem(AkkaSpanAttributes.MessageType)));
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, FoldedNames.Wrapper)));
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "String")));
        Assert.Same(wrapper, InnerMessage.Unwrap(wrapper));
    }

    [Theory]
    [InlineData("sampling.ratio = 1", "quick")]
    [InlineData("sampling.ratio = 1", "fail")]
    [InlineData("sampling.ratio = 0", "fail")]
    [InlineData("sampling.ratio = 0, retroactive.slow-work = 30ms", "slow")]
    public async Task A_senders_reference_that_throws_costs_neither_its_message_nor_its_span_nor_the_count_of_a_dead_letter(string tracing,
        string message)
    {
        await using var system = Systems.Instrumented($"{Hocon}akka.instrumentation.tracing {{ {tracing} }}");
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.OfActor(out var actorName);
        using var hold = new Hold();
        var sender = new Unnamed(((ExtendedActorSystem)system.System).Provider);
        var handled = 0;
        var actor = system.ActorOf(
            (_, text) =>
            {
                Interlocked.Increment(ref handled);
                Fail.If(text is "fail");
                Thread.Sleep(text is "slow" ? 100 : 0);
            },
            actorName);

        await hold.EnterAt(actor);
        actor.Tell(message, sender);
        actor.Tell(message, sender);
        var recorder = ((RecordedQueue)((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue).Recorder;
        Assert.Equal("", MainSenders.Describe(recorder, new ActorNames((ExtendedActorSystem)system.System)));
        hold.Release();

        await Eventually.Equal(2, () => Volatile.Read(ref handled));
        await Eventually.Equal(2, () => spans.Stopped.Count(span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), "String")));
        Assert.All(spans.Stopped, span => Assert.Null(span.GetTagItem(AkkaSpanAttributes.SenderPath)));
        system.System.EventStream.Publish(new DeadLetter("dead", sender, actor));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.SenderType, FoldedNames.Unknown)));
    }

    private static void Call(IMessageQueue queue, string member, IActorRef actor, Envelope message)
    {
        switch (member)
        {
            case nameof(IMessageQueue.HasMessages):
                _ = queue.HasMessages;
                break;
            case nameof(IMessageQueue.TryDequeue):
                queue.TryDequeue(out _);
                break;
            case nameof(IMessageQueue.Enqueue):
                queue.Enqueue(actor, message);
                break;
            case nameof(IMessageQueue.CleanUp):
                queue.CleanUp(actor, new UnboundedMessageQueue());
                break;
            default:
                _ = queue.Count;
                break;
        }
    }

    private static long Faults(string kind) => TelemetryFault.Counts.FirstOrDefault(fault => fault.Key == kind).Value;

    private sealed class Wrapper : IWrappedMessage
    {
        public bool Throws { get; init; }

        public bool IsEmpty { get; init; }

        public bool IsInItself { get; init; }

        public object Message => Throws ? throw new InvalidOperationException("on purpose") : IsEmpty ? null! : this;
    }

    private sealed class Unnamed(IActorRefProvider provider) : MinimalActorRef
    {
        public override ActorPath Path => throw new InvalidOperationException("on purpose");

        public override IActorRefProvider Provider => provider;
    }
}
