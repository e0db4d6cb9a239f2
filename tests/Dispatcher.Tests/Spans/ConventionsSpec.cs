namespace AkkaInstrumentation.Tests.Spans;

/// <summary>What spans take from OpenTelemetry's messaging conventions: all or nothing.</summary>
public class ConventionsSpec
{
    private const string On = "akka.loglevel = OFF\nakka.instrumentation.tracing.messaging-attributes = on";

    [Fact]
    public async Task There_are_no_messaging_attributes_until_they_are_asked_for_and_then_all_are_there()
    {
        await using var system = Systems.Instrumented("""akka.instrumentation.tracing.span-name = "process {actor}" """);
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Echo.Props);

        actor.Tell(1, ActorRefs.NoSender);
        Assert.Empty(Messaging(Assert.Single(await spans.WaitForStopped(1))));

        AkkaInstrumentationExtension.For(system.System).Control.Change("tracing.messaging-attributes = on");
        actor.Tell(2, ActorRefs.NoSender);
        var span = (await spans.WaitForStopped(2))[1];
        Assert.Equal(Full(actor, "Echo"), Messaging(span));
        Assert.Equal(ActivityKind.Internal, span.Kind);

        // with this pattern the name is that of the conventions: the operation and the destination's template
        Assert.Equal($"{span.GetTagItem("messaging.operation.name")} {span.GetTagItem("messaging.destination.template")}", span.DisplayName);
    }

    [Fact]
    public async Task Samplers_see_them()
    {
        await using var system = Systems.Instrumented(On);
        var seen = new TaskCompletionSource<string[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var spans = SpanRecorder.OfActor(out var name);
        var path = $"/user/{name}";
        using var listener = Listening.Spans((ref options) =>
        {
            var tags = options.Tags?.ToList() ?? [];
            if (tags.Any(tag => Equals(tag.Value, path)))
            {
                seen.TrySetResult([.. tags.Select(tag => tag.Key).Where(IsMessaging)]);
            }

            return ActivitySamplingResult.None;
        });
        var actor = system.ActorOf(Echo.Props, name);
        actor.Tell(1, ActorRefs.NoSender);

        Assert.Equal(Full(actor, "Echo").Select(tag => tag.Key), (await Eventually.Within(seen.Task)).Order(StringComparer.Ordinal));
    }

    /// <summary>With all that a span can be started with.</summary>
    [Fact]
    public async Task A_span_after_the_fact_has_them_and_that_of_a_start_that_failed_has_not()
    {
        await using var system = Systems.Instrumented(
            $"{On}\nakka.instrumentation {{ metrics.distributions = all, tracing {{ sampling.ratio = 0, retroactive.limit = 1 }} }}").Measured(out _);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Props.Create(() => new StashesAndFails()), name);

        // until one counts those that the limit has left out
        await Eventually.True(() =>
        {
            actor.Tell("fail", actor);
            return spans.Stopped.Any(span => span.GetTagItem(AkkaSpanAttributes.SamplingSuppressedCount) is not null);
        });
        var late = spans.Stopped.First(span => span.GetTagItem(AkkaSpanAttributes.SamplingSuppressedCount) is not null);
        Assert.NotNull(late.GetTagItem(AkkaSpanAttributes.StashCount));
        Assert.NotNull(late.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration));
        Assert.Equal(Full(actor, "ConventionsSpec.StashesAndFails"), Messaging(late));

        using var starts = SpanRecorder.OfActor(out var unstarted);
        await Eventually.True(() =>
        {
            system.System.ActorOf(Hooked.Props(new() { PreStart = _ => throw new TimeoutException("start") }), $"{unstarted}-{Guid.NewGuid():N}");
            return starts.Stopped.Count > 0;
        });
        Assert.Empty(Messaging(starts.Stopped[0]));
    }

    private static IEnumerable<KeyValuePair<string, object?>> Full(IActorRef actor, string type) =>
    [
        new("messaging.destination.name", actor.Path.ToStringWithoutAddress()),
        new("messaging.destination.template", type),
        new("messaging.operation.name", "process"),
        new("messaging.operation.type", "process"),
        new("messaging.system", "akka"),
    ];

    private static IEnumerable<KeyValuePair<string, object?>> Messaging(Activity span) =>
        span.TagObjects.Where(tag => IsMessaging(tag.Key)).OrderBy(tag => tag.Key, StringComparer.Ordinal);

    private static bool IsMessaging(string attribute) => attribute.StartsWith("messaging.", StringComparison.Ordinal);

    // each message once from the stash
    private sealed class StashesAndFails : UntypedActor, IWithUnboundedStash
    {
        private bool _stashed;

        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message)
        {
            _stashed = !_stashed;
            if (!_stashed)
            {
                throw new TimeoutException("no stock");
            }

            Stash.Stash();
            Stash.Unstash();
        }
    }
}
