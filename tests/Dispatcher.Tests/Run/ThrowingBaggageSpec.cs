using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Run;

/// <summary>
/// OpenTelemetry's baggage may lie in a slot of the user's own class. If that throws, a run begins and ends all the same: a mailbox that is scheduled
/// and does not run is never scheduled again. Alone, because the baggage is the process's.
/// </summary>
[Collection(Alone.Name)]
public sealed class ThrowingBaggageSpec : TestKit
{
    public ThrowingBaggageSpec()
        : base(AkkaInstrumentationConfig.Defaults) =>
        AmbientBaggage.Connect(Throw, static _ => Throw(), static _ => [], static _ => new object());

    [Fact]
    public async Task No_message_and_no_run_is_lost()
    {
        var handled = 0;
        var props = Handler.Props((_, _) => Interlocked.Increment(ref handled)).WithDispatcher("akka.test.calling-thread-dispatcher");
        var actor = Sys.ActorOf(props);
        using var spans = SpanRecorder.WithRoot(out _);
        await Eventually.True(() => ((IRepointableRef)actor).IsStarted);

        actor.Tell("first", ActorRefs.NoSender);
        actor.Tell("second", ActorRefs.NoSender);

        await Eventually.Equal(2, () => Volatile.Read(ref handled));
        Assert.InRange(TelemetryFault.Counts.FirstOrDefault(count => count.Key == TelemetryFault.Baggage).Value, 1, long.MaxValue);
    }

    protected override void AfterAll()
    {
        base.AfterAll();
        foreach (var field in typeof(AmbientBaggage).GetFields(BindingFlags.NonPublic | BindingFlags.Static))
        {
            field.SetValue(null, null);
        }
    }

    private static object? Throw() => throw new InvalidOperationException("a slot of the user's");
}
