namespace AkkaInstrumentation.Tests;

/// <summary>An actor system that ends with the test: <c>await using var system = Systems.Instrumented();</c></summary>
public sealed class TestSystem(ActorSystem system) : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private MetricRecorder? _metrics;

    public ActorSystem System { get; } = system;

    public string Name => System.Name;

    public AkkaInstrumentationExtension Extension => AkkaInstrumentationExtension.For(System);

    public AkkaInstrumentationControl Control => Extension.Control;

    /// <summary>
    /// Starts an actor and returns when it has its mailbox: what is sent to a top-level actor before that is kept by Akka and enqueued later, by
    /// another thread. Without a name it gets a unique one, so that its path identifies the test.
    /// </summary>
    public IActorRef ActorOf(Props props, string? name = null)
    {
        var actor = System.ActorOf(props, name ?? $"actor-{Guid.NewGuid():N}");
        return SpinWait.SpinUntil(() => actor is not IRepointableRef { IsStarted: false }, Patience)
            ? actor
            : throw new TimeoutException($"{actor} has not started within {Patience}");
    }

    /// <summary>Starts an actor whose handler is <paramref name="handle"/>.</summary>
    public IActorRef ActorOf(Action<IActorContext, object> handle, string? name = null) => ActorOf(Handler.Props(handle), name);

    /// <summary>Somebody listens to the system's metrics from now until it ends.</summary>
    public TestSystem Measured(out MetricRecorder metrics)
    {
        metrics = _metrics = new MetricRecorder(this);
        return this;
    }

    public async ValueTask DisposeAsync()
    {
        _metrics?.Dispose();
        await System.Terminate().WaitAsync(Patience);
    }
}
