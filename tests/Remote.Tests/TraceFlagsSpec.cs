namespace AkkaInstrumentation.Tests;

/// <summary>
/// W3C's trace flags have more bits than "recorded": 02 says that the trace id is random, and more will come. All of them travel. The highest one is
/// not part of an <see cref="Activity"/>, which uses it for itself.
/// </summary>
public sealed class TraceFlagsSpec
{
    [Theory]
    [InlineData(0x00, "off")]
    [InlineData(0x01, "off")]
    [InlineData(0x02, "off")]
    [InlineData(0x03, "off")]
    [InlineData(0x03, "on")]
    [InlineData(0x7D, "on")]
    [InlineData(0x7E, "off")]
    public async Task All_bits_arrive_at_another_node_over_a_socket_and_in_the_answer(byte flags, string sends)
    {
        using var listening = SpanRecorder.OfNothing();
        var hocon = $"akka.instrumentation.tracing {{ remote = always, send-spans = {sends} }}";
        await using var here = Node.StartTcp(hocon);
        await using var there = Node.StartTcp(hocon);
        var seen = new BlockingCollection<(string What, Activity? In)>();
        there.ActorOf((context, message) => Answer(context, message, seen), "end");
        var asking = here.ActorOf((_, message) => seen.Add(($"{message}", Activity.Current)), "asking");
        var end = ((ExtendedActorSystem)here.System).Provider.ResolveActorRef(
            $"{((ExtendedActorSystem)there.System).Provider.DefaultAddress}/user/end");

        var trace = ActivityTraceId.CreateRandom();
        using var recorder = SpanRecorder.ForTrace(trace);
        await Run(trace, flags, () => end.Tell("question", asking));
        foreach (var what in (string[])["question", "answer"])
        {
            var (got, current) = await Take(seen);
            Assert.Equal((what, trace, flags), (got, current!.TraceId, (byte)current.ActivityTraceFlags));
        }
    }

    [Theory]
    [InlineData(0x02)]
    [InlineData(0x03)]
    [InlineData(0x7F)]
    public async Task All_bits_stay_from_actor_to_actor(byte flags)
    {
        await using var node = Node.Start(Node.Network(), 1);
        var seen = new BlockingCollection<(string What, Activity? In)>();
        var last = node.ActorOf((_, message) => seen.Add(($"{message}", Activity.Current)), "last");
        var first = node.ActorOf((_, message) => last.Tell(message), "first");
        var trace = ActivityTraceId.CreateRandom();
        using var recorder = SpanRecorder.ForTrace(trace);
        await Run(trace, flags, () => first.Tell("hop"));
        var (_, current) = await Take(seen);
        Assert.Equal((trace, flags), (current!.TraceId, (byte)current.ActivityTraceFlags));
        Assert.EndsWith($"-{flags:x2}", current.Id, StringComparison.Ordinal);
    }

    private static void Answer(IActorContext context, object message, BlockingCollection<(string What, Activity? In)> seen)
    {
        seen.Add(($"{message}", Activity.Current));
        context.Sender.Tell("answer");
    }

    // What came from another process, as ASP.NET makes it from a header.
    private static Task Run(ActivityTraceId trace, byte flags, Action tell) => Task.Run(() =>
    {
        using var request = new Activity("request").SetParentId(trace, ActivitySpanId.CreateRandom(), (ActivityTraceFlags)flags).Start();
        request.ActivityTraceFlags = (ActivityTraceFlags)flags;
        tell();
    });

    private static Task<(string What, Activity? In)> Take(BlockingCollection<(string What, Activity? In)> from) =>
        Task.Run(() => from.TryTake(out var taken, TimeSpan.FromSeconds(30)) ? taken : throw new TimeoutException());
}
