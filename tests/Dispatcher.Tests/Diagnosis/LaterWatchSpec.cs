namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>A handler that has begun before anybody watched handlers.</summary>
[Collection(Alone.Name)]
public sealed class LaterWatchSpec
{
    [Fact]
    public async Task Its_actor_is_overloaded_and_is_not_said_to_wait_for_a_thread()
    {
        await Eventually.True(() => !ThreadContext.IsWatched, () => "another test's system watches still");
        await using var system = Systems.Instrumented(
            "akka.instrumentation { blocking.enabled = off, pressure { growing-for = 100ms, min-depth = 20 } }").Measured(out _);
        using var hold = new Hold();
        var actor = system.ActorOf((_, _) => hold.Pass());
        actor.TellNumbers(1);
        await hold.Entered;

        await using var other = Systems.Instrumented();
        other.ActorOf(Echo.Props);
        Assert.True(ThreadContext.IsWatched);
        await Eventually.True(() =>
        {
            actor.TellNumbers(10);
            return AkkaDiagnosis.Read(system.System).Causes.Count > 0;
        });

        Assert.Equal("overload", AkkaDiagnosis.Read(system.System).Causes[0].Kind);
        hold.Release();
    }
}
