namespace AkkaInstrumentation.Tests;

/// <summary>The third way: single actors by their props, in a system whose defaults are Akka's.</summary>
public class PropsSpec
{
    [Fact]
    public async Task An_actor_with_instrumentation_has_spans_and_its_neighbour_has_none()
    {
        await using var system = Systems.WithIds();
        using var spans = SpanRecorder.WithRoot(out var root);
        var instrumented = system.ActorOf(Echo.Props.WithInstrumentation());
        var plain = system.ActorOf(Echo.Props);

        await plain.Ask<int>(1, TimeSpan.FromSeconds(20));
        await instrumented.Ask<int>(2, TimeSpan.FromSeconds(20));

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(instrumented.Path.ToStringWithoutAddress(), span.GetTagItem(AkkaSpanAttributes.ActorPath));
        Assert.Equal(root.SpanId, span.ParentSpanId);
    }

    [Fact]
    public async Task The_dispatchers_id_inherits_the_default_dispatchers_settings()
    {
        await using var system = Systems.WithIds("akka.actor.default-dispatcher.throughput = 7");
        var dispatcher = system.System.Dispatchers.Lookup(AkkaInstrumentationConfig.DispatcherId);

        Assert.IsType<InstrumentedDispatcher>(dispatcher);
        Assert.Equal(7, dispatcher.Throughput);
    }
}
