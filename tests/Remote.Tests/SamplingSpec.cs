namespace AkkaInstrumentation.Tests;

/// <summary>
/// Whether a trace is recorded is decided at its first node and followed everywhere: it is exported as a whole or not at all. Alone, because the
/// tests look at what nobody samples.
/// </summary>
[Collection(Alone.Name)]
public sealed class SamplingSpec
{
    /// <summary>Its message is in no trace that the other node knows, and that node would record every new one.</summary>
    [Theory]
    [InlineData("always")]
    [InlineData("when-used")]
    public async Task What_is_not_sampled_here_is_not_drawn_again_there(string ids)
    {
        const int Messages = 100;
        await using var nodes = Node.Two(out var here, out var there,
            $"akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }}", "");
        var recorded = new ConcurrentQueue<bool>();
        there.ActorOf((_, _) => recorded.Enqueue(Activity.Current is { Recorded: true }), "end");
        await here.Meet(there);
        var end = here.At(there, "end");
        var front = here.ActorOf((_, message) => end.Tell(message), "front");

        using var recorder = SpanRecorder.Everything();
        front.TellTimes(Messages, "go");
        await Eventually.Equal(Messages, () => recorded.Count);
        Assert.DoesNotContain(true, recorded);
    }

    /// <summary>The messages of the trace arrive one by one, with the same bytes. Each handler has an activity of its own.</summary>
    [Fact]
    public async Task What_a_handler_writes_in_an_unsampled_trace_is_read_in_no_other_handler_there()
    {
        await using var nodes = Node.Two(out var here, out var there);
        var read = new ConcurrentQueue<Activity?>();
        there.ActorOf((_, _) => read.Enqueue(Activity.Current), "reads");
        there.ActorOf(
            (_, _) =>
            {
                Activity.Current!.SetTag("written", "here").SetBaggage("written", "here");
                read.Enqueue(null);
            },
            "writes");
        await here.Meet(there);

        using var recorder = SpanRecorder.Everything();
        using var unsampled = Unsampled.Activity("unsampled").Start();
        string[] order = ["reads", "reads", "writes", "reads", "reads"];
        for (var i = 0; i < order.Length; i++)
        {
            here.At(there, order[i]).Tell("go", ActorRefs.NoSender);
            await Eventually.True(() => read.Count == i + 1);
        }

        var found = read.OfType<Activity>().ToList();
        Assert.Equal(4, found.Count);
        Assert.All(found, activity => Assert.Equal((unsampled.TraceId, false), (activity.TraceId, activity.Recorded)));
        Assert.Equal(4, found.Distinct().Count());
        Assert.Empty(found[2].TagObjects);
        Assert.Empty(found[2].Baggage);
    }
}
