using Akka.Event;

namespace AkkaInstrumentation.Tests;

/// <summary>Whatever another node sends as a context, the message arrives.</summary>
public sealed class UntrustedEnvelopeSpec
{
    [Fact]
    public async Task A_message_of_a_future_version_arrives_without_its_context()
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
        Assert.Equal("from the future", await Take(got));
        Assert.Equal("again", await Take(got));
        Assert.Equal(2, Refused(here, RefusedContexts.Version));
    }

    [Fact]
    public async Task Ten_thousand_envelopes_with_damaged_contexts_cost_no_message_and_no_error()
    {
        const int Count = 10_000;
        var network = Node.Network();
        await using var other = Node.StartPlain(network, 1, RawEnvelopeSerializer.Hocon);
        await using var here = Node.Start(network, 2);
        var errors = new ConcurrentQueue<object>();
        var log = here.ActorOf((_, message) => errors.Enqueue(message), "log");
        here.System.EventStream.Subscribe(log, typeof(Error));
        var got = new ConcurrentQueue<int>();
        here.ActorOf((_, message) => got.Enqueue(int.Parse((string)message, System.Globalization.CultureInfo.InvariantCulture)), "end");
        var end = await other.Find(here, "end");

        using var root = new System.Diagnostics.Activity("fuzz").Start();
        using var recorder = SpanRecorder.ForTrace(root.TraceId);
        root.Stop();
        var random = new Random(11);
        for (var i = 0; i < Count; i++)
        {
            var context = new byte[random.Next(120)];
            random.NextBytes(context);
            if (random.Next(2) == 0 && context.Length > 25)
            {
                context[0] = (byte)random.Next(128);
            }

            end.Tell(RawEnvelopeSerializer.Around(
                (ExtendedActorSystem)other.System, i.ToString(System.Globalization.CultureInfo.InvariantCulture), version: (byte)(random.Next(10) == 0 ? 3 : 1), context));
        }

        await Eventually.Equal(Count, () => got.Count, TimeSpan.FromMinutes(2));
        Assert.Equal(Enumerable.Range(0, Count), got);
        Assert.Empty(errors);
        Assert.True(Refused(here, RefusedContexts.Malformed) > Count / 2);
    }

    private static long Refused(Node node, string reason) => node.Tracing.Counts!.Refused.Where(count => count.Tags.Any(tag => Equals(tag.Value, reason))).Sum(count => count.Value);

    private static Task<object> Take(BlockingCollection<object> from) => Task.Run(() => from.TryTake(out var taken, TimeSpan.FromSeconds(30)) ? taken : throw new TimeoutException());
}
