namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>What rules decide about messages, as the handlers and the spans of real actors show it.</summary>
public sealed class RulesSpec
{
    private const string Rules =
        """
        akka.instrumentation.rules {
          never   { message = "RulesSpec.Never", trace = never }
          inside  { message = "RulesSpec.OnlyInTrace", trace = only-in-trace }
          always  { message = "RulesSpec.Always", trace = always }
          all     { message = "RulesSpec.RatioOne", ratio = 1 }
          none    { message = "RulesSpec.RatioZero", ratio = 0 }
          named   { message = "RulesSpec.Named", span-name = "{actor} gets {message}" }
          silent  { message = "RulesSpec.Unmeasured", measure = off }
        }

        """;

    private interface IMessage;

    private sealed record Plain : IMessage;

    private sealed record Never : IMessage;

    private sealed record OnlyInTrace : IMessage;

    private sealed record Always : IMessage;

    private sealed record RatioOne : IMessage;

    private sealed record RatioZero : IMessage;

    private sealed record Named : IMessage;

    private sealed record Unmeasured : IMessage;

    [NeverTrace]
    private sealed record Marked : IMessage;

    [NeverMeasure]
    private sealed record MarkedUnmeasured : IMessage;

    /// <summary>What a handler finds: its span, an activity that records nothing, the span of who sent the message, or nothing.</summary>
    public enum Finds
    {
        Span,
        Unsampled,
        Nothing,
        SendersSpan,
    }

    /// <summary>Each mode, with ratio 0 and 1 for what no rule decides, in each place.</summary>
    public static TheoryData<string, int, Finds, Finds, Finds> Modes => new()
    {
        // message, ratio, as a root, inside a recorded trace, inside one that is not
        { "Plain", 0, Finds.Unsampled, Finds.Span, Finds.Unsampled },
        { "Plain", 1, Finds.Span, Finds.Span, Finds.Unsampled },
        { "Never", 0, Finds.Nothing, Finds.SendersSpan, Finds.Unsampled },
        { "Never", 1, Finds.Nothing, Finds.SendersSpan, Finds.Unsampled },
        { "OnlyInTrace", 0, Finds.Nothing, Finds.Span, Finds.Unsampled },
        { "OnlyInTrace", 1, Finds.Nothing, Finds.Span, Finds.Unsampled },
        { "Always", 0, Finds.Span, Finds.Span, Finds.Span },
        { "Always", 1, Finds.Span, Finds.Span, Finds.Span },
        { "RatioOne", 0, Finds.Span, Finds.Span, Finds.Unsampled },
        { "RatioZero", 1, Finds.Unsampled, Finds.Span, Finds.Unsampled },
        { "Marked", 1, Finds.Nothing, Finds.SendersSpan, Finds.Unsampled },
    };

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Each_mode_in_each_place(string message, int ratio, Finds asRoot, Finds inside, Finds insideUnsampled)
    {
        await using var system = Systems.Instrumented(
            $"{Rules}akka.instrumentation.tracing.sampling {{ ratio = {ratio}, unsampled-trace-ids = always }}");
        var finds = new BlockingCollection<Finds>();
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf((_, _) => finds.Add(What(Activity.Current)), actorName);
        using var test = SpanRecorder.WithRoot(out var recorded);
        Activity.Current = null;
        using var unrecorded = Unsampled.Activity("not recorded").Start();

        // all of them in each order, one after the other in one mailbox
        foreach (var order in (int[][])[[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 1, 2], [0, 2, 0]])
        {
            foreach (var place in order)
            {
                Activity.Current = place switch { 0 => null, 1 => recorded, _ => unrecorded };
                actor.Tell(Message(message), ActorRefs.NoSender);
                Assert.True(finds.TryTake(out var found, TimeSpan.FromSeconds(20)));
                Assert.Equal(place switch { 0 => asRoot, 1 => inside, _ => insideUnsampled }, found);
            }
        }
    }

    [Fact]
    public async Task What_is_not_measured_is_in_no_metric_and_has_its_span()
    {
        await using var system = Systems.Instrumented($"{Rules}akka.instrumentation.metrics.distributions = all");
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf((_, _) => { });

        actor.Tell(new Unmeasured(), ActorRefs.NoSender);
        actor.Tell(new MarkedUnmeasured(), ActorRefs.NoSender);
        actor.Tell(new Plain(), ActorRefs.NoSender);
        await spans.WaitForStopped(3);

        foreach (var histogram in (string[])[AkkaMetricNames.MailboxWaitDuration, AkkaMetricNames.ActorProcessDuration])
        {
            await Eventually.Equal(1, () => metrics.Values(histogram).Count);
            Assert.Equal("RulesSpec.Plain", metrics.Recorded.Single(measured => measured.Name == histogram).Tag(AkkaSpanAttributes.MessageType));
        }

        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorMessages));
    }

    [Fact]
    public async Task In_one_of_Akkas_wrappers_the_inner_messages_rule_counts()
    {
        await using var system = Systems.Instrumented(
            $"{Rules}akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = always }}");
        var seen = new ConcurrentQueue<(object Message, Finds Finds)>();
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf((_, message) => seen.Enqueue((message, What(Activity.Current))), actorName);
        var selection = system.System.ActorSelection(actor.Path.ToStringWithoutAddress());

        foreach (var message in (IMessage[])[new Always(), new Never(), new Plain()])
        {
            selection.Tell(message, ActorRefs.NoSender);
            system.System.Scheduler.ScheduleTellOnce(TimeSpan.Zero, actor, message, ActorRefs.NoSender);
        }

        await Eventually.Equal(6, () => seen.Count);
        Assert.All(seen, found => Assert.Equal(
            found.Message switch { Always => Finds.Span, Never => Finds.Nothing, _ => Finds.Unsampled },
            found.Finds));
        Assert.Equal(2, (await spans.WaitForStopped(2)).Count);
    }

    [Fact]
    public async Task What_is_always_traced_is_a_recorded_child_in_a_trace_that_a_sampler_dropped()
    {
        await using var system = Systems.Instrumented(
            $"{Rules}akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = always }}");
        using var dropped = Unsampled.Activity("dropped", "vendor=1").Start();
        using var spans = SpanRecorder.ForTrace(dropped.TraceId);
        var actor = system.ActorOf((_, _) => { });

        actor.Tell(new Always(), ActorRefs.NoSender);
        actor.Tell(new Plain(), ActorRefs.NoSender);
        Activity.Current = null;

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal((dropped.TraceId, dropped.SpanId, "vendor=1", true), (span.TraceId, span.ParentSpanId, span.TraceStateString, span.Recorded));
    }

    /// <summary>A filter takes spans out; the budget is for the spans that are left.</summary>
    [Fact]
    public async Task What_the_filter_refuses_costs_no_budget()
    {
        await using var system = SetUp.System(
            new InstrumentationSetup(Config.Empty, (message, _) => message.Message is not Plain),
                $"{Rules}akka.instrumentation.tracing.sampling.budget = 0.1");
        var handled = 0;
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf((_, _) => Interlocked.Increment(ref handled), actorName);

        actor.TellEach(100, _ => new Plain());

        actor.Tell(new Named(), ActorRefs.NoSender);

        await Eventually.Equal(101, () => Volatile.Read(ref handled));
        await spans.WaitForStopped(1);
    }

    private static Finds What(Activity? current) =>
        current is null ? Finds.Nothing
        : current is NonRecordingActivity ? Finds.Unsampled
        : current.Source.Name == AkkaTelemetry.SourceName ? Finds.Span
        : current.OperationName == "test" ? Finds.SendersSpan
        : throw new InvalidOperationException($"{current.OperationName} is current");

    private static IMessage Message(string name) =>
        (IMessage)Activator.CreateInstance(typeof(RulesSpec).GetNestedType(name, System.Reflection.BindingFlags.NonPublic)!)!;
}
