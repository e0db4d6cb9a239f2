using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using Akka.Event;
using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>What a log line costs on its way to a logger: nothing outside of a trace, and once for each span inside.</summary>
[Collection(Alone.Name)]
public sealed class PassingQueueCostSpec(ITestOutputHelper output)
{
    private const int Lines = 500;
    private const int OfANewSpan = 900;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Outside_of_a_trace_a_line_allocates_nothing(bool isListening)
    {
        await using var system = Systems.WithIds();
        using var listener = isListening ? Listen() : null;
        var (queue, owner) = QueueOf(system);
        await EmptyThread.Run(() =>
        {
            var envelope = Line(owner);
            var outer = queue.BeginRun();
            Assert.Equal(
                0,
                AllocationMeter.OnThread(
                    () =>
                    {
                        queue.Enqueue(owner, envelope);
                        queue.TryDequeue(out _);
                    },
                    expected: 0));
            queue.EndRun(outer);
        });
    }

    [Fact]
    public async Task Without_a_listener_a_line_in_a_trace_allocates_nothing_and_has_no_origin()
    {
        await using var system = Systems.WithIds();
        var (queue, owner) = QueueOf(system);
        await EmptyThread.Run(() =>
        {
            Activity.Current = Span();
            var envelope = Line(owner);
            Assert.Equal(
                0,
                AllocationMeter.OnThread(
                    () =>
                    {
                        queue.Enqueue(owner, envelope);
                        queue.TryDequeue(out _);
                    },
                    expected: 0));
        });
    }

    [Fact]
    public async Task In_a_trace_lines_of_one_span_allocate_next_to_nothing()
    {
        await using var system = Systems.WithIds();
        using var listener = Listen();
        var (queue, owner) = QueueOf(system);
        await EmptyThread.Run(() =>
        {
            using var span = Span();
            var envelope = Line(owner);
            var bytes = AllocationMeter.OnThread(() => Cycle(queue, owner, envelope, _ => span), expected: Lines, operations: 1) / Lines;
            output.WriteLine($"{bytes} bytes a line");
            Assert.InRange(bytes, 0, 1);
        });
    }

    [Fact]
    public async Task The_first_line_of_each_span_allocates_its_origin_and_its_activity()
    {
        await using var system = Systems.WithIds();
        using var listener = Listen();
        var (queue, owner) = QueueOf(system);
        await EmptyThread.Run(() =>
        {
            var spans = Enumerable.Range(0, Lines).Select(_ => Span()).ToArray();
            var envelope = Line(owner);
            var alone = AllocationMeter.OnThread(() => Array.ForEach(spans, span => Activity.Current = span), operations: 1) / Lines;
            var bytes = (AllocationMeter.OnThread(() => Cycle(queue, owner, envelope, i => spans[i]), expected: (alone + OfANewSpan) * Lines, operations: 1) / Lines) - alone;
            output.WriteLine($"{bytes} bytes a line");
            Assert.InRange(bytes, 0, OfANewSpan);
        });
    }

    // a handler logs, and later, on another thread, a logger handles the lines
    private static void Cycle(PassingMessageQueue queue, IActorRef owner, Envelope envelope, Func<int, Activity> span)
    {
        for (var i = 0; i < Lines; i++)
        {
            Activity.Current = span(i);
            queue.Enqueue(owner, envelope);
        }

        Activity.Current = null;
        var outer = queue.BeginRun();
        while (queue.TryDequeue(out _))
        {
            Assert.IsType<LogActivity>(Activity.Current);
        }

        queue.EndRun(outer);
        Assert.Null(Activity.Current);
    }

    private static (PassingMessageQueue Queue, IActorRef Owner) QueueOf(TestSystem system)
    {
        var owner = system.ActorOf(Echo.Props);
        return (new PassingLoggerMessageQueue(AkkaInstrumentationExtension.For(system.System), owner, system.System), owner);
    }

    private static Envelope Line(IActorRef owner) => new(new Info("source", typeof(PassingQueueCostSpec), "text"), owner);

    private static Activity Span()
    {
        var span = new Activity("span").SetIdFormat(ActivityIdFormat.W3C);
        span.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        span.Start();
        Activity.Current = null;
        return span;
    }

    private static ActivityListener Listen()
    {
        var listener = new ActivityListener { ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName };
        ActivitySource.AddActivityListener(listener);
        return listener;
    }
}
