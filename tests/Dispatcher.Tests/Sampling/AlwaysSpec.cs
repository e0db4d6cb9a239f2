using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Messages that a rule always wants to see, inside traces that are not recorded.</summary>
public sealed class AlwaysSpec
{
    private const string Rules =
        """
        akka.instrumentation.tracing.sampling.ratio = 0
        akka.instrumentation.rules {
          always { message = "AlwaysSpec.Wanted", trace = always }
          linked { message = "AlwaysSpec.WantedAndLinked", trace = always, relation = link }
        }
        """;

    private sealed record Wanted;

    private sealed record WantedAndLinked;

    [Fact]
    public async Task Below_a_message_that_nobody_sampled_each_is_the_root_of_a_trace_of_its_own()
    {
        await using var system = Systems.Instrumented(Rules);
        var prefix = $"always-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        var inner = system.ActorOf((_, _) => { }, $"{prefix}-inner");
        var middle = system.ActorOf((_, _) => inner.Tell("follows", ActorRefs.NoSender), $"{prefix}-middle");
        var outer = system.ActorOf(
            (_, _) =>
            {
                // what a library below the handler starts is as little a trace as the shared activity
                using var library = new Activity("library").Start();
                middle.Tell(new Wanted(), ActorRefs.NoSender);
                middle.Tell(new WantedAndLinked(), ActorRefs.NoSender);
            },
            $"{prefix}-outer");

        outer.Tell("nobody samples this", ActorRefs.NoSender);

        var stopped = await spans.WaitForStopped(4);
        var roots = stopped.Where(span => span.ParentSpanId == default).ToList();
        Assert.Equal(2, roots.Select(span => span.TraceId).Distinct().Count());
        Assert.All(roots, span => Assert.Equal($"/user/{prefix}-middle", span.GetTagItem(AkkaSpanAttributes.ActorPath)));
        Assert.All(roots, span => Assert.Empty(span.Links));
        Assert.All(roots, span => Assert.Single(stopped, child => child.ParentSpanId == span.SpanId && child.TraceId == span.TraceId));
        Assert.DoesNotContain(stopped, span => span is NonRecordingActivity);
    }

    [Fact]
    public async Task In_a_trace_that_a_sampler_dropped_it_is_a_recorded_child()
    {
        await using var system = Systems.Instrumented(Rules);
       
        using var dropped = Unsampled.Activity("dropped");
        dropped.ActivityTraceFlags = ActivityTraceFlags.None;
        dropped.TraceStateString = "vendor=1";
        dropped.Start();
        using var spans = SpanRecorder.ForTrace(dropped.TraceId);
        var actor = system.ActorOf((_, _) => { });

        actor.Tell(new Wanted(), ActorRefs.NoSender);
        actor.Tell("not wanted", ActorRefs.NoSender);
        Activity.Current = null;

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal((dropped.TraceId, dropped.SpanId, "vendor=1"), (span.TraceId, span.ParentSpanId, span.TraceStateString));
        Assert.True(span.Recorded);
    }
}
