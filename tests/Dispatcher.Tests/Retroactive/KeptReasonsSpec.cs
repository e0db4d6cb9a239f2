namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>Why a trace is kept, beside a failure: a message was slow, or an Ask got no answer in time.</summary>
public class KeptReasonsSpec
{
    private const string Tracing = "akka.loglevel = OFF\nakka.instrumentation.tracing { sampling.ratio = 0 }\n";

    [Fact]
    public async Task A_slow_message_brings_its_trace_along()
    {
        await using var system = Systems.Instrumented($$"""
            {{Tracing}}
            akka.instrumentation.tracing { keep = slow, retroactive.slow-work = 50ms }
            """);
        using var spans = Recorder(out var prefix);
        var last = system.ActorOf((_, _) => SpinFor(Stopwatch.Frequency / 10), $"{prefix}last");
        var first = system.ActorOf((context, message) => last.Tell(message, context.Self), $"{prefix}first");

        first.Tell("order", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(["kept", "slow"], stopped.Select(span => span.GetTagItem(AkkaSpanAttributes.SamplingReason)));
        Assert.Equal(stopped[0].SpanId, stopped[1].ParentSpanId);
    }

    [Fact]
    public async Task With_failed_a_slow_message_has_a_span_alone()
    {
        await using var system = Systems.Instrumented($$"""
            {{Tracing}}
            akka.instrumentation.tracing { keep = failed, retroactive.slow-work = 50ms }
            """);
        using var spans = Recorder(out var prefix);
        var last = system.ActorOf((_, _) => SpinFor(Stopwatch.Frequency / 10), $"{prefix}last");
        var first = system.ActorOf((context, message) => last.Tell(message, context.Self), $"{prefix}first");

        first.Tell("order", ActorRefs.NoSender);

        Assert.Single(await spans.WaitForStopped(1));
        KeptTraces.Search();
        Assert.Single(spans.Started);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_Ask_without_an_answer_brings_its_trace_along(bool fromActor)
    {
        await using var system = Systems.Instrumented($$"""
            {{Tracing}}
            akka.actor.provider = "AkkaInstrumentation.InstrumentedLocalActorRefProvider, AkkaInstrumentation.Insight"
            akka.instrumentation.tracing { keep = failed, ask-spans = on }
            """);
        using var spans = Recorder(out var prefix);
        var deaf = system.ActorOf((_, _) => { }, $"{prefix}deaf");
        var asked = system.ActorOf((context, message) => deaf.Tell(message, context.Self), $"{prefix}asked");
        var asks = system.ActorOf((_, message) => asked.Ask(message, TimeSpan.FromMilliseconds(200)), $"{prefix}asks");

        if (fromActor)
        {
            asks.Tell("order", ActorRefs.NoSender);
        }
        else
        {
            await Assert.ThrowsAsync<AskTimeoutException>(() => asked.Ask("order", TimeSpan.FromMilliseconds(200)));
        }

        var stopped = await spans.WaitForStopped(fromActor ? 3 : 2);
        Assert.Single(stopped.Select(span => span.TraceId).Distinct());
        Assert.All(stopped, span => Assert.Equal("kept", span.GetTagItem(AkkaSpanAttributes.SamplingReason)));
        Assert.All(stopped.Skip(1), (span, at) => Assert.Equal(stopped[at].SpanId, span.ParentSpanId));
    }

    [Theory]
    [InlineData("keep = failed, retroactive.errors = off")]
    [InlineData("keep = slow")]
    public async Task What_gets_no_retroactive_span_keeps_nothing(string tracing)
    {
        await using var system = Systems.Instrumented($"{Tracing}akka.instrumentation.tracing {{ {tracing} }}");

        Assert.False(system.Extension.Insight.Kept.IsOn.Value);
    }

    private static SpanRecorder Recorder(out string prefix)
    {
        prefix = $"reason-{Guid.NewGuid():N}-";
        return SpanRecorder.UnderPath($"/user/{prefix}");
    }

    private static void SpinFor(long ticks)
    {
        var begun = Stopwatch.GetTimestamp();
        SpinWait.SpinUntil(() => Stopwatch.GetTimestamp() - begun > ticks);
    }
}
