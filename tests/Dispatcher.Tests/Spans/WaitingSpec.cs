namespace AkkaInstrumentation.Tests.Spans;

/// <summary>
/// While it waits, a message knows the span that it was sent in by its ids: the span itself, with all its attributes, is free to go, however many
/// messages wait.
/// </summary>
public class WaitingSpec
{
    [Theory]
    [InlineData(null, null, false)]
    [InlineData("vendor=1", null, false)]
    [InlineData(null, "tenant", false)]
    [InlineData("vendor=1", "tenant", false)]
    [InlineData(null, null, true)]
    [InlineData(null, "tenant", true)]
    public async Task A_message_that_waits_keeps_no_span_in_memory_and_is_its_child(string? state, string? baggage, bool stashed)
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var spans = SpanRecorder.OfActor(out var name);
        using var hold = new Hold();
        var actor = system.ActorOf(stashed ? Door.Props(hold.Pass) : Handler.Props((_, _) => { }), name);
        if (!stashed)
        {
            await Open();
        }

        var (span, context) = SentInside(actor, state, baggage);
        if (stashed)
        {
            await Eventually.Equal(1, () => spans.Stopped.Count);
            await Open();
        }

        await Eventually.Collected(span);
        Assert.Equal(stashed ? 1 : 0, spans.Stopped.Count);
        hold.Release();

        await Eventually.Equal(stashed ? 3 : 2, () => spans.Stopped.Count);
        var child = spans.Stopped[^1];
        Assert.Equal(
            (context.TraceId, context.SpanId, state, baggage),
            (child.TraceId, child.ParentSpanId, child.TraceStateString, child.Baggage.SingleOrDefault().Value));

        Task Open()
        {
            actor.Tell(stashed ? "open" : hold, ActorRefs.NoSender);
            return hold.Entered;
        }
    }

    // on a thread of its own, which is gone when the message waits
    private static (WeakReference Span, ActivityContext Context) SentInside(IActorRef actor, string? state, string? baggage)
    {
        (WeakReference, ActivityContext) sent = default;
        var thread = new Thread(() => sent = Send(actor, state, baggage));
        thread.UnsafeStart();
        thread.Join();
        return sent;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Span, ActivityContext Context) Send(IActorRef actor, string? state, string? baggage)
    {
        using var span = new Activity("sends") { ActivityTraceFlags = ActivityTraceFlags.Recorded, TraceStateString = state };
        span.SetIdFormat(ActivityIdFormat.W3C);
        if (baggage is not null)
        {
            span.SetBaggage("who", baggage);
        }

        span.Start();
        actor.Tell("waits", ActorRefs.NoSender);
        return (new WeakReference(span), span.Context);
    }
}
