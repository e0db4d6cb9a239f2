namespace AkkaInstrumentation.Tests.Family;

/// <summary>An actor at the path of a sharded entity is an actor of the application.</summary>
public sealed class EntitySpec : IDisposable
{
    // plays the regions and shards
    private const string Above =
        "akka.instrumentation.rules.above { path = [\"/system/sharding\", \"/system/sharding/*\", \"/system/sharding/*/*\"], kind = infrastructure }";

    // An entity's first run may still be on when a test begins to listen. It is instrumented only if somebody listened when it was scheduled.
    private readonly SpanRecorder _heardFromItsStart = SpanRecorder.OfNothing();

    public void Dispose() => _heardFromItsStart.Dispose();

    [Fact]
    public async Task Its_id_may_be_an_address()
    {
        await using var system = Systems.Instrumented(Above);
        var entity = await Entity(system, $"order/17/{Uri.EscapeDataString("https://shop/a?b")}");
        using var spans = SpanRecorder.WithRoot(out _);
        await entity.Ask<int>(1, TimeSpan.FromSeconds(20));

        Assert.Equal("https://shop/a?b", Assert.Single(await spans.WaitForStopped(1)).GetTagItem(AkkaSpanAttributes.EntityId));
    }

    [Fact]
    public async Task Its_children_too()
    {
        await using var system = Systems.Instrumented(Above);
        var entity = await Entity(system, "order/17/4711/line");
        using var spans = SpanRecorder.WithRoot(out _);
        await entity.Ask<int>(1, TimeSpan.FromSeconds(20));

        // the entity and its child
        Assert.All(await spans.WaitForStopped(2), span => Assert.Equal("4711", span.GetTagItem(AkkaSpanAttributes.EntityId)));
    }

    // Akka keeps what a top-level actor gets before it has started, and forgets where it was sent.
    private static async Task<IActorRef> Entity(TestSystem system, string names)
    {
        var top = ((ExtendedActorSystem)system.System).SystemActorOf(Nest.Props(names, Echo.Props), "sharding");
        await top.Ask<int>(0, TimeSpan.FromSeconds(20));
        return top;
    }
}
