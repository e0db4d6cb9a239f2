namespace AkkaInstrumentation.Tests;

/// <summary>Whatever another node sends as a context, the message arrives.</summary>
public sealed class UntrustedEnvelopeSpec
{
    [Fact]
    public async Task A_message_of_a_future_version_or_with_a_damaged_context_arrives_without_it()
    {
        var network = Node.Network();
        await using var future = Node.StartPlain(network, 1, RawEnvelopeSerializer.Hocon);
        await using var here = Node.Start(network, 2);
        var got = new BlockingCollection<object>();
        here.ActorOf((_, message) => got.Add(message), "end");
        var end = await future.Find(here, "end");

        using var recorder = SpanRecorder.Everything();
        end.Tell(RawEnvelopeSerializer.Around((ExtendedActorSystem)future.System, "from the future", version: 2, [1, 2, 3]));
        end.Tell(RawEnvelopeSerializer.Around((ExtendedActorSystem)future.System, "again", version: 255, [.. Enumerable.Repeat((byte)9, 500)]));
        end.Tell(RawEnvelopeSerializer.Around((ExtendedActorSystem)future.System, "damaged", version: 1, [1, 2, 3]));
        Assert.Equal("from the future", await Take(got));
        Assert.Equal("again", await Take(got));
        Assert.Equal("damaged", await Take(got));
        Assert.Equal((2, 1), (Refused(here, RefusedContexts.Version), Refused(here, RefusedContexts.Malformed)));
    }

    private static long Refused(Node node, string reason) =>
        node.Tracing.Counts!.Refused.Where(count => count.Tags.Any(tag => Equals(tag.Value, reason))).Sum(count => count.Value);

    private static Task<object> Take(BlockingCollection<object> from) =>
        Task.Run(() => from.TryTake(out var taken, TimeSpan.FromSeconds(30)) ? taken : throw new TimeoutException());
}
