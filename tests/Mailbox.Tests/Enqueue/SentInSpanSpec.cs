using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Enqueue;

/// <summary>
/// What a handler sends inside its message's span. The thread recognises the context in which the handler began, and asks nothing else of it. Whatever
/// the handler does, the message's origin must be the one that a sender finds who asks for everything.
/// </summary>
public sealed class SentInSpanSpec
{
    private static readonly AsyncLocal<string?> Local = new();
    private static readonly RootSampling Roots = Fake.Roots(1);

    public static TheoryData<string> Deeds =>
    [
        "nothing", "baggage on the span", "baggage on the span and none again", "the span is no longer recorded", "its trace state changes",
        "another activity", "another activity that has ended", "no activity", "a value that flows", "a trace that passes through", "the flow is suppressed",
        "another activity while the flow has been suppressed since before",
        "a listener has left another activity current at the start",
    ];

    [Theory]
    [MemberData(nameof(Deeds))]
    public Task It_has_the_origin_that_it_has_from_a_thread_that_does_not_know_the_context(string deed) => EmptyThread.Run(() =>
    {
        if (deed == "another activity while the flow has been suppressed since before")
        {
            ExecutionContext.SuppressFlow();
        }

        using var span = Start();
        if (deed == "a listener has left another activity current at the start")
        {
            Start();
        }

        var place = ThreadContext.Mine.Keep(span);
        if (deed is "baggage on the span and none again" or "another activity while the flow has been suppressed since before")
        {
            // the first message is sent before
            Sent();
        }

        Do(deed, span);
        var (first, second, toNode) = (Describe(Sent().Origin), Describe(Sent().Origin), Describe(SenderOrigin.Of("message")));
        place.Empty();
        var (elsewhere, toNodeElsewhere) = (Describe(Sent().Origin), Describe(SenderOrigin.Of("message")));

        Assert.Equal((elsewhere, elsewhere, toNodeElsewhere), (first, second, toNode));
        if (ExecutionContext.IsFlowSuppressed())
        {
            ExecutionContext.RestoreFlow();
        }
    });

    [Fact]
    public Task It_is_recognised() => EmptyThread.Run(() =>
    {
        using var span = Start();
        var place = ThreadContext.Mine.Keep(span);

        var origin = ThreadContext.Mine.OriginIn(ExecutionContext.Capture());

        Assert.Equal(span.Context, origin?.Context);
        Assert.Same(origin, Sent().Origin);
        Assert.Same(origin, SenderOrigin.Of("message"));
        place.Empty();
        Assert.Null(ThreadContext.Mine.OriginIn(ExecutionContext.Capture()));
    });

    [Fact]
    public Task The_next_span_on_the_same_place_has_its_own() => EmptyThread.Run(() =>
    {
        var origins = new List<ActivityContext>();
        var spans = new List<ActivityContext>();
        for (var i = 0; i < 3; i++)
        {
            using var span = Start();
            var place = ThreadContext.Mine.Keep(span);
            origins.Add(Assert.IsType<SenderContext>(Sent().Origin).Context);
            spans.Add(span.Context);
            place.Empty();
        }

        Assert.Equal(spans, origins);
    });

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public Task Its_trace_state_is_that_of_the_moment(bool isKnown) => EmptyThread.Run(() =>
    {
        using var span = Start();
        if (isKnown)
        {
            ThreadContext.Mine.Keep(span);
        }

        var states = new List<string?>();
        foreach (var state in new[] { "vendor=1", "vendor=2", null })
        {
            span.TraceStateString = state;
            states.Add(Sent().Origin!.Context.TraceState);
            states.Add(SenderOrigin.Of("message")!.Context.TraceState);
        }

        Assert.Equal(["vendor=1", "vendor=1", "vendor=2", "vendor=2", null, null], states);
    });

    /// <summary>The handler awaits, and the thread goes on with another actor, whose handler has no span.</summary>
    [Fact]
    public Task A_place_that_is_still_occupied_says_nothing_about_another_context() => EmptyThread.Run(() =>
    {
        using var span = Start();
        ThreadContext.Mine.Keep(span);
        ExecutionContext.Restore(HandlerContext.Empty);

        Assert.Null(Sent().Origin);
    });

    [Fact]
    public Task An_empty_place_keeps_nothing_alive() => EmptyThread.Run(() =>
    {
        var place = ThreadContext.Mine.Keep(new Activity("none"));
        place.Empty();
        var reference = KeepAndSend();

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();

        Assert.False(reference.IsAlive);
        GC.KeepAlive(place);
    });

    [Fact]
    public Task The_second_message_allocates_nothing_but_what_is_pooled() => EmptyThread.Run(() =>
    {
        using var span = Start();
        var place = ThreadContext.Mine.Keep(span);

        Assert.Equal(0, AllocationMeter.OnThread(() => Sent().Open(), expected: 0));

        place.Empty();
    });

    private static void Do(string deed, Activity span)
    {
        switch (deed)
        {
            case "baggage on the span":
                span.SetBaggage("tenant", "a");
                break;
            case "baggage on the span and none again":
                span.SetBaggage("tenant", "a");
                Sent();
                span.SetBaggage("tenant", null);
                break;
            case "the span is no longer recorded":
                span.ActivityTraceFlags = ActivityTraceFlags.None;
                break;
            case "its trace state changes":
                span.TraceStateString = "vendor=1";
                break;
            case "another activity":
            case "another activity while the flow has been suppressed since before":
                Start();
                break;
            case "another activity that has ended":
                Start().Stop();
                break;
            case "no activity":
                Activity.Current = null;
                break;
            case "a value that flows":
                Local.Value = "value";
                break;
            case "a trace that passes through":
                HandlerContext.Enter(PassThroughContext.Of(SenderContext.Of(Start().Context)));
                break;
            case "the flow is suppressed":
                ExecutionContext.SuppressFlow();
                break;
        }
    }

    private static string Describe(MessageOrigin? origin) => origin is null ? "none"
        : $"{origin.Context.TraceId} {origin.Context.SpanId} {origin.Context.TraceState} {origin.IsRecorded} "
            + string.Join(",", origin.Baggage?.Items.Select(item => $"{item.Key}={item.Value}") ?? []);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference KeepAndSend()
    {
        using var span = Start();
        var place = ThreadContext.Mine.Keep(span);
        Sent();
        place.Empty();
        Activity.Current = null;
        return new WeakReference(span);
    }

    private static StampedEnvelope Sent() => SenderStamp.Of("message", ActorRefs.NoSender!, TimingRate.All, Roots, rules: null);

    private static Activity Start() => new Activity("span") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.SetIdFormat(ActivityIdFormat.W3C).Start();
}
