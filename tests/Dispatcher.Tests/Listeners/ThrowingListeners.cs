namespace AkkaInstrumentation.Tests.Listeners;

/// <summary>
/// A process in which a listener throws when our source or our instruments are published, which happens once in a process. Other listeners stand
/// before it and after it, and one comes later. What comes of it is written to the output.
/// </summary>
internal static class ThrowingListeners
{
    public const string Argument = "throwing-listeners";
    public const string AtSource = "source";
    public const string AtInstruments = "instruments";

    private const int Messages = 100;

    private static volatile bool s_throws = true;
    private static int s_handled;

    public static async Task Run(string where)
    {
        var name = $"throwing-{where}";
        using var reports = new ReportRecorder();
        using var before = new Innocent(name);
        using var spans = new ActivityListener
        {
            ShouldListenTo = source => where == AtSource && source.Name == AkkaTelemetry.SourceName && Throw(),
        };
        ActivitySource.AddActivityListener(spans);
        using var metrics = new MeterListener
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (where == AtInstruments && instrument.Meter.Name == AkkaTelemetry.MeterName)
                {
                    Throw();
                }
            },
        };
        metrics.Start();
        using var after = new Innocent(name);

        await using var system = Systems.Named(name, "akka.instrumentation.metrics.distributions = all");
        var actor = system.ActorOf((_, _) => Interlocked.Increment(ref s_handled), "worker");
        await Send(actor, before, Messages);
        Console.WriteLine($"throws: {before}; {after}; {reports.Faults.Count} report");

        s_throws = false;
        using var late = new Innocent(name);
        await Send(actor, before, 2 * Messages);
        Console.WriteLine($"later: {before}; {late}; {reports.Faults.Count} report");
    }

    private static async Task Send(IActorRef actor, Innocent before, int total)
    {
        actor.TellNumbers(Messages);

        await Eventually.Equal(total, () => Volatile.Read(ref s_handled));

        // what has been recorded follows the handler by a moment
        await Eventually.Equal($"{total} spans, {total} messages, {total} durations", before.ToString);
    }

    private static bool Throw() => s_throws ? throw new NotSupportedException("on purpose") : false;

    private sealed class Innocent(string system) : IDisposable
    {
        private readonly SpanRecorder _spans = SpanRecorder.UnderPath("/user/worker");
        private readonly MetricRecorder _metrics = new(system);

        public override string ToString()
        {
            var ints = (AkkaSpanAttributes.MessageType, (object?)"Int32");
            return $"{_spans.Stopped.Count} spans, {_metrics.Sum(AkkaMetricNames.ActorMessages, ints) ?? 0} messages, {_metrics.Values(AkkaMetricNames.ActorProcessDuration, ints).Count} durations";
        }

        public void Dispose()
        {
            _spans.Dispose();
            _metrics.Dispose();
        }
    }
}
