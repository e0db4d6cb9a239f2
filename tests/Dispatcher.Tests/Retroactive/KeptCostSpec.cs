namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>What a record costs a message, and that .NET still lets a span have the id of its message.</summary>
[Collection(Alone.Name)]
public class KeptCostSpec
{
    private const double Most = 48;

    [Fact]
    public async Task A_record_costs_a_message_of_a_chain_of_four_few_bytes()
    {
        var off = await BytesOf("off", expected: null);
        var kept = await BytesOf("failed", off + Most);

        Assert.InRange(kept - off, 1, Most + 1);
    }

    private static async Task<double> BytesOf(string keep, double? expected)
    {
        const int Items = 5_000;
        await using var system = Systems.Instrumented($$"""
            akka.instrumentation.metrics.distributions-rate = 10
            akka.instrumentation.tracing { sampling.ratio = 0, keep = {{keep}} }
            """);
        using var spans = SpanRecorder.OfNothing();
        var handled = 0;
        var message = new object();
        var next = system.ActorOf((_, _) => Volatile.Write(ref handled, handled + 1));
        for (var hop = 3; hop > 0; hop--)
        {
            var to = next;
            next = system.ActorOf((context, item) => to.Tell(item, context.Self));
        }

        return await AllocationMeter.InProcess(
            () =>
            {
                for (var sent = 0; sent < Items; sent += 20)
                {
                    var until = Volatile.Read(ref handled) + 20;
                    next.TellTimes(20, message);
                    SpinWait.SpinUntil(() => Volatile.Read(ref handled) == until);
                }

                return Task.CompletedTask;
            },
            4 * Items,
            expected);
    }

    [Fact]
    public void A_span_can_have_a_given_id()
    {
        using var spans = SpanRecorder.WithRoot(out _);
        Assert.True(SpanIds.AreGiven);
        var seen = "";
        spans.OnStarted = span => seen = span.SpanId.ToHexString();
        var given = SpanIds.Give(0x0123456789abcdef);

        using var span = AkkaTelemetry.Source.StartActivity("given");
        given.Dispose();

        Assert.Equal("0123456789abcdef", span!.SpanId.ToHexString());
        Assert.Equal("0123456789abcdef", seen);
        Assert.Contains("0123456789abcdef", span.Id, StringComparison.Ordinal);
        using var next = AkkaTelemetry.Source.StartActivity("drawn");
        Assert.NotEqual(span.SpanId, next!.SpanId);
        Assert.Equal(span.SpanId, next.ParentSpanId);
    }

    /// <summary>As with a version of .NET in which the field has another name.</summary>
    [Fact]
    public async Task Where_no_id_can_be_given_a_failed_message_has_its_span_alone()
    {
        SpanIds.AreGiven = false;
        try
        {
            await using var system = Systems.Instrumented("akka.loglevel = OFF\nakka.instrumentation.tracing { sampling.ratio = 0, keep = failed }");
            using var spans = SpanRecorder.UnderPath("/user/alone-");
            var last = system.ActorOf((_, _) => Fail.If(true), "alone-last");
            var first = system.ActorOf((context, message) => last.Tell(message, context.Self), "alone-first");

            first.Tell("order", ActorRefs.NoSender);

            var failed = Assert.Single(await spans.WaitForStopped(1));
            Assert.Equal(default, failed.ParentSpanId);
            Assert.Equal("error", failed.GetTagItem(AkkaSpanAttributes.SamplingReason));
            Assert.False(system.Extension.Insight.Kept.IsOn.Value);
        }
        finally
        {
            SpanIds.AreGiven = true;
        }
    }
}
