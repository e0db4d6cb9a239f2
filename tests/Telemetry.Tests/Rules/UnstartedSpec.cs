namespace AkkaInstrumentation.Tests.Rules;

/// <summary>
/// <c>system.ActorOf</c> returns before a top-level actor has started: that is the guardian's work, which is held here. What the actor's props show
/// is known all the same.
/// </summary>
public sealed class UnstartedSpec : IAsyncLifetime
{
    private readonly TestSystem _system = Systems.Instrumented(
        $"{HeldGuardian.Hocon}\nakka {{ loglevel = OFF, instrumentation.rules.echoes {{ actor = Echo, ratio = 0.25 }} }}");

    private IActorRef _unstarted = ActorRefs.Nobody;

    public async Task InitializeAsync()
    {
        HeldGuardian.Hold = new Hold();
        var failing = _system.ActorOf((_, _) => throw new InvalidOperationException());
        failing.Tell("fail", ActorRefs.NoSender);
        await HeldGuardian.Hold.Entered;
        _unstarted = _system.System.ActorOf(Echo.Props, "orders");
        Assert.False(((IRepointableRef)_unstarted).IsStarted);
    }

    public async Task DisposeAsync()
    {
        HeldGuardian.Hold.Release();
        await _system.DisposeAsync();
    }

    [Fact]
    public void Explain_shows_what_its_type_and_rules_say()
    {
        var explanation = AkkaInstrumentationExtension.For(_system.System).Insight.Answers.Explain("/user/orders", typeof(string));

        Assert.Equal(("Echo", AkkaTraceMode.Sampled, 0.25, true),
            (explanation.ActorType, explanation.Trace, explanation.Ratio, explanation.Measure));
    }

    [Fact]
    public void A_dead_letter_to_it_reports_its_type()
    {
        using var metrics = new MetricRecorder(_system);

        _system.System.EventStream.Publish(new DeadLetter("lost", _system.System.DeadLetters, _unstarted));

        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaSpanAttributes.ActorType, "Echo")));
    }
}
