namespace AkkaInstrumentation.Tests;

/// <summary>A system without a cluster, and extensions that start later.</summary>
public sealed class WithoutClusterSpec
{
    [Fact]
    public async Task A_system_without_a_cluster_has_none_of_these_values_and_gets_no_extension()
    {
        await using var system = Systems.Instrumented();
        using var recorder = new MetricRecorder(system);
        AkkaClusterInstrumentationExtension.For(system.System);
        for (var i = 0; i < 3; i++)
        {
            Assert.DoesNotContain(recorder.Poll(), measured => measured.Name.StartsWith("akka.cluster.", StringComparison.Ordinal));
        }

        Assert.False(system.System.HasExtension<Cluster>());
        Assert.False(system.System.HasExtension<Akka.Cluster.Sharding.ClusterSharding>());
    }

    [Fact]
    public async Task An_extension_that_starts_later_is_found_and_given_once()
    {
        await using var system = Systems.Instrumented();
        var given = 0;
        var late = new LateExtension<Slow>(system.System, _ => Interlocked.Increment(ref given));
        Assert.Null(late.Value);
        Assert.False(system.System.HasExtension<Slow>());

        var made = new SlowId(new ManualResetEventSlim(initialState: true)).Apply(system.System);

        await Eventually.Equal(made, () => late.Value);
        await Eventually.Equal(1, () => Volatile.Read(ref given));
        Assert.Same(made, late.Value);
        Assert.Equal(1, given);
    }

    [Fact]
    public async Task Nobody_waits_for_an_extension_that_is_being_made()
    {
        await using var system = Systems.Instrumented();
        var late = new LateExtension<Slow>(system.System);
        using var gate = new ManualResetEventSlim();
        var making = Task.Factory.StartNew(
            () => new SlowId(gate).Apply(system.System), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await Eventually.True(() => system.System.HasExtension<Slow>());

        // whoever waited would never come back, because the gate opens below
        for (var i = 0; i < 100; i++)
        {
            Assert.Null(late.Value);
        }

        gate.Set();
        var made = await Eventually.Within(making);
        await Eventually.Equal(made, () => late.Value);
    }

    private sealed class Slow : IExtension;

    private sealed class SlowId(ManualResetEventSlim gate) : ExtensionIdProvider<Slow>
    {
        public override Slow CreateExtension(ExtendedActorSystem system)
        {
            Eventually.Block(gate);
            return new Slow();
        }
    }
}
