namespace AkkaInstrumentation.Tests.Spans;

/// <summary>A message waits in a mailbox when its actor stops, and becomes a dead letter. Its sender's span has ended by then.</summary>
[Collection(Alone.Name)]
public sealed class LostMessageSpec
{
    [Fact]
    public async Task What_a_subscriber_to_dead_letters_does_is_below_the_span_in_which_the_lost_message_was_sent()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var told = system.ActorOf((_, _) => { }, $"{name}-told");
        var letters = system.ActorOf((_, message) => told.Tell(message.GetType().Name), $"{name}-letters");
        system.System.EventStream.Subscribe(letters, typeof(DeadLetter));
        var stops = system.ActorOf(
            (context, _) =>
            {
                hold.Pass();
                context.Stop(context.Self);
            },
            $"{name}-stops");
        stops.Tell("first", ActorRefs.NoSender);
        await hold.Entered;
        var sends = system.ActorOf((_, _) => stops.Tell("lost"), $"{name}-sends");
        sends.Tell("go", ActorRefs.NoSender);
        await Eventually.Equal(1, () => spans.Stopped.Count(span => span.OperationName == "Handler/String"));
        hold.Release();

        var all = await spans.WaitForStopped(4);
        var (sent, letter, last) = (Of("sends"), Of("letters"), Of("told"));
        Assert.Equal((sent.SpanId, letter.SpanId), (letter.ParentSpanId, last.ParentSpanId));
        Assert.Equal((sent.TraceId, sent.TraceId), (letter.TraceId, last.TraceId));

        System.Diagnostics.Activity Of(string actor) =>
            Assert.Single(all, span => $"/user/{name}-{actor}".Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)));
    }

    /// <summary>What is current while a message becomes a dead letter ends with that, in each kind of mailbox.</summary>
    [Theory]
    [InlineData(AkkaInstrumentationConfig.UnboundedMailboxId)]
    [InlineData("wrapped")]
    public async Task Each_lost_message_ends_what_it_has_started(string mailbox)
    {
        const int Lost = 20;
        using var all = new EverySource();
        using var hold = new Hold();
        await using var system = Systems.Instrumented(
            $$"""
            akka.loglevel = OFF
            akka.instrumentation.tracing.sampling.ratio = 0
            wrapped {
              mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox"
              inner = "{{typeof(InOrder).AssemblyQualifiedName}}"
            }
            """);
        using var spans = SpanRecorder.OfActor(out _);
        var stops = system.ActorOf(Handler.Props((context, _) =>
        {
            hold.Pass();
            context.Stop(context.Self);
        }).WithMailbox(mailbox));
        stops.Tell("first", ActorRefs.NoSender);
        await hold.Entered;
        for (var i = 0; i < Lost; i++)
        {
            using var request = Unsampled.Activity("request").Start();
            stops.Tell(i, ActorRefs.NoSender);
        }

        hold.Release();
        await stops.WatchAsync();

        await Eventually.True(() => all.Started >= 2 * Lost, () => $"{all.Started}");
        await Eventually.True(() => !all.Open.Any(), () => string.Join(", ", all.Open));
        Assert.Equal(all.Started, all.Stopped);
    }

    public sealed class InOrder(Settings settings, Config config) : Akka.Dispatch.UnboundedPriorityMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => 0;
    }
}
