namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>An actor that cannot start or restart has a span although there is no message.</summary>
public class StartSpec
{
    private const string Silent = "akka.loglevel = OFF";

    private sealed class Boom(string message) : Exception(message);

    public static TheoryData<string> Ways => ["constructor", "PreStart", "child's constructor", "child's PreStart"];

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task An_actor_that_cannot_start_has_a_span_with_the_exception_of_its_own_code(string way)
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.OfActor(out var name);
        using var metrics = new MetricRecorder(system);
        var isChild = way.StartsWith("child", StringComparison.Ordinal);
        var props = Props.Create(() => new FailsToStart(way.EndsWith("constructor", StringComparison.Ordinal)));
        if (isChild)
        {
            system.ActorOf((context, _) => context.ActorOf(props, "child"), name).Tell("make it", ActorRefs.NoSender);
        }
        else
        {
            system.System.ActorOf(props, name);
        }

        var stopped = await spans.WaitForStopped(isChild ? 2 : 1);
        var span = Assert.Single(stopped, span => span.DisplayName == "start StartSpec.FailsToStart");
        Assert.Equal((ActivityKind.Internal, default(ActivitySpanId)), (span.Kind, span.ParentSpanId));
        Assert.Equal((ActivityStatusCode.Error, "start"), (span.Status, span.StatusDescription));
        Assert.Equal(
            new Dictionary<string, object?>
            {
                [AkkaSpanAttributes.ActorSystemName] = system.Name,
                [AkkaSpanAttributes.ActorType] = "StartSpec.FailsToStart",
                [AkkaSpanAttributes.ActorPath] = isChild ? $"/user/{name}/child" : $"/user/{name}",
                [AkkaSpanAttributes.SamplingReason] = "error",
                [AkkaSpanAttributes.ErrorType] = typeof(Boom).FullName,
                [AkkaSpanAttributes.SupervisionDirective] = "stop",
            }.OrderBy(tag => tag.Key),
            span.TagObjects.OrderBy(tag => tag.Key));

        // the parent's message is not the one that failed
        Assert.All(stopped.Where(other => other != span), other => Assert.Equal(ActivityStatusCode.Unset, other.Status));
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "StartSpec.FailsToStart"),
            (AkkaSpanAttributes.ErrorType, typeof(Boom).FullName), (AkkaSpanAttributes.SupervisionDirective, "stop")));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    /// <summary>On the thread that starts it, so always before Akka lets the actor's reference know the started actor.</summary>
    [Fact]
    public async Task An_actor_that_fails_before_its_reference_knows_it_has_its_span()
    {
        await using var system = Systems.Instrumented(
            $"{Silent}\ncalling-thread.type = \"Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit\"");
        using var spans = SpanRecorder.OfActor(out var name);
        system.System.ActorOf(Props.Create(() => new FailsToStart(false)).WithDispatcher("calling-thread"), name);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("start StartSpec.FailsToStart", ActivityStatusCode.Error), (span.DisplayName, span.Status));
    }

    [Fact]
    public async Task Switched_off_there_is_no_span_of_a_start()
    {
        await using var system = Systems.Instrumented($"{Silent}\nakka.instrumentation.tracing.retroactive.errors = off");
        using var spans = SpanRecorder.OfActor(out var name);
        var stopped = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var parent = system.ActorOf(
            (context, message) =>
            {
                switch (message)
                {
                    case Terminated:
                        stopped.SetResult();
                        break;
                    case "make it":
                        context.Watch(context.ActorOf(Props.Create(() => new FailsToStart(false))));
                        break;
                }
            },
            name);
        parent.Tell("make it", ActorRefs.NoSender);
        await Eventually.Within(stopped.Task);
        parent.Tell("last", ActorRefs.NoSender);

        Assert.DoesNotContain(await spans.WaitForStopped(2), span => span.Status == ActivityStatusCode.Error);
    }

    [Theory]
    [InlineData("ratio = 0")]
    [InlineData("ratio = 1")]
    public async Task A_restart_that_fails_begins_after_the_message_that_failed(string sampling)
    {
        await using var system = Systems.Instrumented($"{Silent}\nakka.instrumentation.tracing.sampling.{sampling}");
        using var spans = SpanRecorder.OfActor(out var name);
        var works = TimeSpan.FromMilliseconds(400);
        var failing = Hooked.Props(new()
        {
            Handle = (_, _) =>
            {
                Thread.Sleep(works);
                throw new Boom("handler");
            },
            PostRestart = () => throw new Boom("restart"),
        });
        system.System.ActorOf(failing, name).Tell("fail", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        var (failed, restart) = (stopped.Single(span => span.StatusDescription == "handler"), stopped.Single(span => span.StatusDescription == "restart"));

        // Unsampled, both times are from the coarse clock: each may be 16 ms early.
        Assert.True(restart.StartTimeUtc >= failed.StartTimeUtc + (works / 2), spans.Dump());
    }

    private sealed class FailsToStart : UntypedActor
    {
        public FailsToStart(bool inConstructor)
        {
            if (inConstructor)
            {
                throw new Boom("start");
            }
        }

        protected override void PreStart() => throw new Boom("start");

        protected override void OnReceive(object message) { }
    }
}
