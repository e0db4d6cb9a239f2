namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>A failure that comes as a message, <c>Status.Failure</c>, is a failure: counted, a trouble, a cause. Its actor has not thrown.</summary>
public sealed class FailureMessagesSpec
{
    private const string TimeOut = "Akka.Actor.AskTimeoutException";
    private const string Checkout = "FailureMessagesSpec.CheckoutActor";
    private const string Gateway = "FailureMessagesSpec.PaymentGateway";

    [Fact]
    public async Task An_Ask_that_times_out_and_is_piped_to_its_asker_names_who_was_asked()
    {
        const int Orders = 40;
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var got = new Got();
        var gateway = system.ActorOf(Props.Create<PaymentGateway>(), "gateway");
        system.ActorOf(Props.Create(() => new CheckoutActor(gateway, got)), "checkout").TellNumbers(Orders);

        await Eventually.Equal(Orders, () => got.Count);
        await Eventually.Equal(got.Count, () => metrics.Sum(
            AkkaMetricNames.ActorErrorReplies, (AkkaSpanAttributes.ActorType, Checkout), (AkkaSpanAttributes.ErrorType, TimeOut)) ?? 0);
        Assert.Null(metrics.Sum(AkkaMetricNames.ActorFailures));
        var trouble = Assert.Single(Troubles(system));
        Assert.Equal(("failing", Checkout, "/user/checkout"), (trouble.Kind, trouble.ActorType, trouble.Path));
        Assert.StartsWith($"{Orders} messages Status.Failure in 60 s: {TimeOut}", trouble.What, StringComparison.Ordinal);
        var cause = AkkaDiagnosis.Read(system.System).Causes[0];
        Assert.Equal(("ask_timeout", Gateway, "/user/checkout"), (cause.Kind, cause.ActorType, cause.Subject));
        Assert.Matches($"^{Checkout} gets [0-9.]+ AskTimeoutException a second; it asked {Gateway}\\.$", cause.Description);
        Assert.Contains(cause.Evidence, evidence => evidence.StartsWith($"{Orders} Status.Failure to {Checkout} in 60 s", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_error_that_a_task_is_piped_with_has_its_text()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var got = new Got();
        system.ActorOf(Props.Create(() => new ImportActor(got)), "import").TellNumbers(12);

        await Eventually.Equal(12, () => got.Count);
        await Eventually.Equal(got.Count, () => metrics.Sum(AkkaMetricNames.ActorErrorReplies,
            (AkkaSpanAttributes.ActorType, "FailureMessagesSpec.ImportActor"), (AkkaSpanAttributes.ErrorType, "System.IO.IOException")) ?? 0);
        var cause = Assert.Single(AkkaDiagnosis.Read(system.System).Causes);
        Assert.Equal(("failure_messages", "FailureMessagesSpec.ImportActor"), (cause.Kind, cause.ActorType));
        Assert.Matches("^FailureMessagesSpec.ImportActor gets [0-9.]+ IOException a second: the disk is full\\.$", cause.Description);
        Assert.Contains(cause.Evidence, evidence => evidence.EndsWith("FailureMessagesSpec.Disk.Read", StringComparison.Ordinal));
        Assert.Contains("the disk is full", Assert.Single(Troubles(system)).What, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_failure_that_an_actor_answers_names_that_actor()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var answering = system.ActorOf(Props.Create<Answering>());
        var got = 0;
        var asking = system.ActorOf((context, message) =>
        {
            if (message is int)
            {
                answering.Tell(message, context.Self);
            }
            else
            {
                Interlocked.Increment(ref got);
            }
        });
        asking.TellNumbers(30);

        await Eventually.Equal(30, () => Volatile.Read(ref got));
        await Eventually.Equal(30, () => metrics.Sum(AkkaMetricNames.ActorErrorReplies,
            (AkkaSpanAttributes.ActorType, "Handler"), (AkkaMetricAttributes.SenderType, "FailureMessagesSpec.Answering")) ?? 0);
        var cause = Assert.Single(AkkaDiagnosis.Read(system.System).Causes);
        Assert.Matches("^Handler gets [0-9.]+ TimeoutException a second from FailureMessagesSpec.Answering: too late\\.$", cause.Description);
    }

    [Fact]
    public async Task Nine_a_minute_are_no_trouble_and_a_tenth_is()
    {
        await using var system = Systems.Instrumented().Measured(out _);
        var got = 0;
        var actor = system.ActorOf((_, _) => Interlocked.Increment(ref got));
        actor.TellTimes(9, new Status.Failure(new InvalidOperationException("no")));
        await Eventually.Equal(9, () => Volatile.Read(ref got));
        Assert.Empty(Troubles(system));

        actor.TellTimes(1, new Status.Failure(new InvalidOperationException("no")));
        await Eventually.True(() => Troubles(system).Any());
    }

    [Fact]
    public async Task One_that_is_stashed_counts_once_and_one_that_is_thrown_on_is_a_failure_too()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF").Measured(out var metrics);
        var got = new Got();
        var actor = system.ActorOf(Props.Create(() => new ThrowsOn(got)));
        actor.TellTimes(5, new Status.Failure(new InvalidOperationException("no")));
        actor.Tell("open", ActorRefs.NoSender);

        await Eventually.Equal(5, () => got.Count);
        await Eventually.Equal((5, 5), () => (metrics.Sum(AkkaMetricNames.ActorErrorReplies), metrics.Sum(AkkaMetricNames.ActorFailures)));
    }

    private static IEnumerable<Trouble> Troubles(TestSystem system) =>
        SystemHealth.From(SystemFindings.Read(system.Extension, new(), System.Diagnostics.Stopwatch.GetTimestamp()), new()).Troubles;

    // Counts what arrives, in the handlers themselves.
    internal sealed class Got
    {
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public void One() => Interlocked.Increment(ref _count);
    }

    private sealed class PaymentGateway : UntypedActor
    {
        protected override void OnReceive(object message)
        {
        }
    }

    private sealed class CheckoutActor(IActorRef gateway, Got got) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case int order:
                    gateway.Ask<string>(order, TimeSpan.FromMilliseconds(20)).PipeTo(Self);
                    break;
                case Status.Failure:
                    got.One();
                    break;
            }
        }
    }

    private sealed class ImportActor(Got got) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case int:
                    Task.Run(Disk.Read).PipeTo(Self, Self);
                    break;
                case Status.Failure:
                    got.One();
                    break;
            }
        }
    }

    private static class Disk
    {
        public static int Read() => throw new IOException("the disk is full");
    }

    private sealed class Answering : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(new Status.Failure(new TimeoutException("too late")));
    }

    private sealed class ThrowsOn(Got got) : UntypedActor, IWithUnboundedStash
    {
        private static bool s_isOpen;

        private bool _isOpen = s_isOpen;

        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case "open":
                    _isOpen = s_isOpen = true;
                    Stash.UnstashAll();
                    break;
                case Status.Failure when !_isOpen:
                    Stash.Stash();
                    break;
                case Status.Failure failure:
                    got.One();
                    throw failure.Cause;
            }
        }
    }
}
