using System.Diagnostics.Metrics;
using Akka.Event;

namespace AkkaInstrumentation.Tests;

/// <summary>docs/telemetry.md, Metrics: what it lists is published and emitted, and nothing else is.</summary>
public sealed class MetricsSpec
{
    private const string ClusterMetrics =
        """akka.extensions = ["AkkaInstrumentation.AkkaClusterInstrumentationProvider, AkkaInstrumentation.Cluster"]""";

    [Fact]
    public async Task The_meter_publishes_exactly_the_documented_instruments()
    {
        await using var system = Systems.Instrumented($"{ClusterMetrics}\nakka.instrumentation.tracing.messaging-attributes = on");
        using var recorder = new MetricRecorder((string?)null);
        Assert.Equal(
            MetricsTable.Rows.Concat(MetricsTable.Messaging).Select(row => $"{row.Name} | {row.Instrument} | {row.Unit} | {row.Meaning}")
                .Order(StringComparer.Ordinal),
            Instruments(recorder).Select(found => $"{found.Name} | {TypeName(found)} | {found.Unit} | {found.Description}")
                .Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_meter_has_the_documented_name_and_schema_and_the_librarys_version()
    {
        using var recorder = new MetricRecorder((string?)null);
        var named = Markdown.Code(Markdown.Prose("docs/telemetry.md", "## Source and meter"));
        Assert.Equal(2, named.Count);
        Assert.Equal(AkkaTelemetry.MeterName, named[0]);
        Assert.StartsWith("https://opentelemetry.io/schemas/1.", named[1], StringComparison.Ordinal);
        Assert.All(
            Instruments(recorder),
            found =>
                Assert.Equal((named[0], LibraryVersion.Text, named[1]), (found.Meter.Name, found.Meter.Version, found.Meter.TelemetrySchemaUrl)));
    }

    [Fact]
    public void Every_name_constant_is_documented_and_the_other_way_round() =>
        Assert.Equal(
            MetricsTable.Rows.Select(row => row.Name).Order(StringComparer.Ordinal),
            Constants.Of(Product.TypeOf("AkkaMetricNames")).Order(StringComparer.Ordinal));

    [Fact]
    public async Task Histograms_advise_the_documented_bounds()
    {
        await using var system = Systems.Instrumented(ClusterMetrics);
        using var recorder = new MetricRecorder((string?)null);
        var histograms = Instruments(recorder).OfType<Histogram<double>>()
            .Where(histogram => !histogram.Name.StartsWith("messaging.", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(histograms);
        Assert.All(histograms, histogram => Assert.Equal(MetricsTable.Bounds("seconds"), histogram.Advice?.HistogramBucketBoundaries));
        var batch = Assert.Single(Instruments(recorder).OfType<Histogram<int>>());
        Assert.Equal(MetricsTable.Bounds("batches"), batch.Advice?.HistogramBucketBoundaries?.Select(bound => (double)bound));
        Assert.Equal(
            [("akka.persistence.recovery.events", MetricsTable.Bounds("events")), ("akka.remote.message.size", MetricsTable.Bounds("bytes"))],
            Instruments(recorder).OfType<Histogram<long>>().OrderBy(histogram => histogram.Name, StringComparer.Ordinal)
                .Select(histogram => (
                    histogram.Name,
                    (IReadOnlyList<double>)[.. histogram.Advice!.HistogramBucketBoundaries!.Select(bound => (double)bound)])),
            (expected, found) => expected.Item1 == found.Item1 && expected.Item2.SequenceEqual(found.Item2));
    }

    [Fact]
    public async Task Every_measurement_has_exactly_the_documented_attributes()
    {
        await using var system = Systems.Instrumented();
        using var recorder = new MetricRecorder(system);
        var actor = system.ActorOf(Handler.Fallible);

        actor.Tell("fail", ActorRefs.NoSender);
        await actor.Ask<string>("work");
        Lose("a message", actor, system);
        var emitted = await EverythingEmitted(recorder);

        foreach (var row in Provoked)
        {
            var expected = row.DependsOnFailure
                ? new[] { row.Attributes(failed: false), row.Attributes(failed: true) }
                : [row.Attributes(failed: false)];
            var found = emitted.Where(measured => measured.Name == row.Name).Select(Keys).Distinct().Order(StringComparer.Ordinal);
            Assert.True(
                expected.Select(keys => string.Join(", ", keys)).Order(StringComparer.Ordinal).SequenceEqual(found),
                $"{row.Name} is not emitted as documented:\n{string.Join('\n', emitted)}");
        }
    }

    [Fact]
    public async Task What_is_of_the_process_has_the_documented_attributes_and_no_system()
    {
        using var recorder = new MetricRecorder((string?)null);
        await using var system = Systems.Instrumented();
        await system.ActorOf((context, message) => context.Sender.Tell(message)).Ask<string>("work");
        foreach (var row in MetricsTable.Rows.Where(row => row.IsOfProcess))
        {
            // a failing callback would disturb other tests: it has a test of its own
            await Eventually.True(
                () => row.Name == "akka.instrumentation.callback.failures" || recorder.Poll().Any(measured => measured.Name == row.Name),
                () => $"{row.Name} is not emitted");
            var expected = string.Join(", ", row.Attributes(failed: false));
            Assert.All(recorder.Poll().Where(measured => measured.Name == row.Name), measured => Assert.Equal(expected, Keys(measured)));
        }
    }

    [Fact]
    public void The_callbacks_that_may_fail_are_those_of_the_document()
    {
        var faults = Product.TypeOf("TelemetryFault");
        var listed = Markdown.Prose("docs/telemetry.md", "### The instrumentation's own cost")
            .Split($"`akka.instrumentation.callback.type` is")[1].Split('.')[0];

        Assert.Equal(Constants.Of(faults).Order(StringComparer.Ordinal), Markdown.Code(listed).Order(StringComparer.Ordinal));
    }

    // a drop takes a bounded mailbox, a stash an actor that has one, a write a journal, and what is watched takes its time; they have tests of
    // their own
    // those of the cluster and of other nodes need them, an ask a provider of ours, timers a scheduler: tests/Cluster.Tests, tests/Remote.Tests
    private static IEnumerable<MetricsTable.Metric> Provoked => MetricsTable.Rows
        .Where(row => !row.Name.StartsWith("akka.cluster.", StringComparison.Ordinal)
            && !row.Name.StartsWith("akka.persistence.", StringComparison.Ordinal)
            && !row.Name.StartsWith("akka.remote.", StringComparison.Ordinal)
            && !row.Name.StartsWith("akka.stream.", StringComparison.Ordinal))
        .Where(row => row.Name is not ("akka.mailbox.message.dropped" or "akka.stash.messages" or "akka.stash.duration" or "akka.ask.duration"
                or "akka.mailbox.growths" or "akka.actor.handler.blocked" or "akka.actor.retries" or "akka.actor.error_replies"
                or "akka.circuit_breaker.status"
                or "akka.circuit_breaker.openings" or "akka.scheduler.lateness" or "akka.scheduler.pending") && !row.IsOfProcess);

    // the failing handler is what is logged
    private static void Lose(object message, IActorRef recipient, TestSystem system)
    {
        system.System.EventStream.Publish(new DeadLetter(message, system.System.DeadLetters, recipient));
        system.System.EventStream.Publish(new UnhandledMessage(message, system.System.DeadLetters, recipient));
    }

    private static IEnumerable<Instrument> Instruments(MetricRecorder recorder) => recorder.Instruments.Values;

    private static string TypeName(Instrument instrument) => instrument.GetType().Name.Split('`')[0];

    private static string Keys(Measured measured) =>
        string.Join(", ", measured.Tags.Select(tag => tag.Key).Order(StringComparer.Ordinal));

    // histograms are pushed and the rest is pulled; both follow the handler by a moment
    private static async Task<IReadOnlyList<Measured>> EverythingEmitted(MetricRecorder recorder)
    {
        IReadOnlyList<Measured> emitted = [];
        await Eventually.Passes(() =>
        {
            emitted = [.. recorder.Recorded, .. recorder.Poll()];
            Assert.Equal(
                Provoked.Select(row => row.Name).Order(StringComparer.Ordinal),
                emitted.Select(measured => measured.Name).Distinct().Order(StringComparer.Ordinal));

            // an answer comes before the end of its message
            Assert.Equal(2, Count("akka.actor.process.duration"));
            Assert.Equal(2, Count("akka.mailbox.wait.duration"));
        });
        return emitted;

        int Count(string metric) => emitted.Count(measured => measured.Name == metric);
    }
}
