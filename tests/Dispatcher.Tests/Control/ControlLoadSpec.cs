using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests.Control;

/// <summary>Every run-time switch is thrown thirty times at random while messages flow as fast as they can.</summary>
[Collection(Alone.Name)]
public class ControlLoadSpec(ITestOutputHelper output)
{
    private const int Throws = 30;
    private const int Actors = 8;
    private const int Senders = 2;
    private const int MaxUnderWay = 20_000;

    // one message type for each kind of rule, and one that no rule is ever about
    private static readonly object[] Messages = [new Plain(), new Ruled(), "text", 1];

    private static readonly string[] Switches =
    [
        "tracing.enabled = on", "tracing.enabled = off", "tracing.sampling.ratio = 0.5",
            "tracing.sampling.ratio = 0.001", "tracing.sampling.ratio = 1",
        "tracing.sampling.budget = 100", "tracing.sampling.budget = off", "metrics.distributions = all", "metrics.distributions = adaptive",
        "metrics.distributions-rate = 10", "metrics.distributions-rate = 5000",
        "rules.ruled { message = \"*Ruled\", trace = always, ratio = null }", "rules.ruled { message = \"*Ruled\", trace = never, ratio = null }",
            "rules.ruled { message = \"*Ruled\", trace = sampled, ratio = 0.01 }",
        "rules.ruled = null", "rules.names { path = \"/user/load-*\", span-name = \"{message}\", relation = link }", "rules.names = null",
    ];

    private static readonly string[] SwitchesOfCounts =
    [
        "metrics.enabled = off", "metrics.enabled = on", "rules.unmeasured { message = String, measure = off }", "rules.unmeasured = null",
    ];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task No_message_is_lost_no_counter_goes_back_and_no_span_stays_open(bool alsoWhatIsCounted)
    {
        await using var system = Systems.Instrumented();
        using var spans = new SpanCounts("/user/load-");
        using var metrics = new MetricRecorder(system.Name, name => name is AkkaMetricNames.ActorMessages or AkkaMetricNames.ActorProcessDuration);
        metrics.KeepRecorded = false;
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        var handled = new StrongBox<long>();
        var load = new Load(Enumerable.Range(0, Actors)
            .Select(i => system.ActorOf((_, _) => Interlocked.Increment(ref handled.Value), $"load-{i}")).ToList(), handled);

        var watch = Stopwatch.StartNew();
        var sending = load.Start(Senders);
        var last = 0L;
        ThrowAll(control, alsoWhatIsCounted ? [.. Switches, .. SwitchesOfCounts] : Switches, () =>
        {
            var counted = metrics.Sum(AkkaMetricNames.ActorMessages) ?? last;
            Assert.True(counted >= last, $"{counted} messages counted after {last}");
            last = counted;
        });
        await load.Stop(sending);
        output.WriteLine($"{load.Sent:N0} messages in {watch.Elapsed.TotalSeconds:N1} s, {spans.Started:N0} spans");

        control.Change("metrics.enabled = on");
        await Eventually.Equal(load.Sent, () => Interlocked.Read(ref handled.Value));
        Assert.InRange(metrics.Sum(AkkaMetricNames.ActorMessages) ?? 0, alsoWhatIsCounted ? last : load.Sent, load.Sent);

        await Eventually.Equal(0, () => spans.Open);
        Assert.True(spans.Started > 0);
    }

    // every switch as often as it should be, in a random order, and now and then a full trace that ends by itself or earlier
    private static void ThrowAll(AkkaInstrumentationControl control, string[] switches, Action look)
    {
        var random = new Random(20_251);
        var order = Enumerable.Repeat(switches.Append("full"), Throws).SelectMany(all => all).ToArray();
        random.Shuffle(order);
        var full = default(IDisposable);
        for (var i = 0; i < order.Length; i++)
        {
            if (order[i] == "full")
            {
                full?.Dispose();
                full = control.TraceFully($"/user/load-{random.Next(Actors)}", TimeSpan.FromMilliseconds(random.Next(1, 20)));
            }
            else
            {
                control.Change(order[i]);
            }

            if (i % 10 == 0)
            {
                look();
            }
        }

        control.Reset();
    }

    private sealed record Plain;

    private sealed record Ruled;

    /// <summary>Senders that go on until they are stopped, never with more than a backlog of some thousands.</summary>
    private sealed class Load(IReadOnlyList<IActorRef> actors, StrongBox<long> handled)
    {
        private volatile bool _stopped;
        private long _sent;

        public long Sent => Interlocked.Read(ref _sent);

        public Task[] Start(int senders) =>
            [.. Enumerable.Range(0, senders).Select(sender => Task.Factory.StartNew(() => Send(sender), TaskCreationOptions.LongRunning))];

        public async Task Stop(Task[] sending)
        {
            _stopped = true;
            await Eventually.Within(Task.WhenAll(sending));
        }

        private void Send(int seed)
        {
            var random = new Random(seed);
            while (!_stopped)
            {
                if (Sent - Interlocked.Read(ref handled.Value) > MaxUnderWay)
                {
                    Thread.Yield();
                    continue;
                }

                for (var i = 0; i < 100; i++)
                {
                    actors[random.Next(Actors)].Tell(Messages[random.Next(Messages.Length)], ActorRefs.NoSender);
                }

                Interlocked.Add(ref _sent, 100);
            }
        }
    }
}
