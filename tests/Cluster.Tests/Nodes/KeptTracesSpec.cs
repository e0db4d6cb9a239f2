using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>A trace that is kept on one node is kept on the others that have met it.</summary>
public sealed class KeptTracesSpec : IDisposable
{
    private const string Answering = "akka-instrumentation-cluster";

    private const string Quiet = """
        akka.loglevel = OFF
        akka.instrumentation.metrics.distributions-rate = 10
        akka.instrumentation.tracing { send-spans = off, ask-spans = off, retroactive.limit = 10000 }

        """;

    private const string Kept = Quiet + "akka.instrumentation.tracing { sampling.ratio = 0, keep = failed }";
    private const string Everything = Quiet + "akka.instrumentation.tracing.sampling.ratio = 1";

    public KeptTracesSpec() => KeptTraces.SeparatesSystems = true;

    public void Dispose() => KeptTraces.SeparatesSystems = false;

    /// <summary>The first node asks the second one, which does something and answers. It fails at one of the five hops.</summary>
    [Theory]
    [InlineData("shop-work")]
    [InlineData("shop-done")]
    public async Task It_has_the_hops_of_both_nodes_as_if_it_were_sampled(string failsAt) =>
        Assert.Equal(await Run(Everything, failsAt), await Run(Kept, failsAt));

    /// <summary>The part of a node that is gone, or that keeps nothing, is missing. A span of the trace names the node.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_node_whose_part_is_missing_is_named(bool crashes)
    {
        await using var cluster = new TestCluster();
        var (front, back) = (await Joined(cluster, Kept), await Joined(cluster, crashes ? Kept : $"{Kept}\nakka.instrumentation.tracing.keep = off"));
        using var request = Unsampled.Activity("request");
        using var spans = SpanRecorder.ForTrace(request.TraceId);
        using var mayFail = new ManualResetEventSlim();
        var hasCome = new TaskCompletionSource();
        var done = front.System.ActorOf(Handler.Props((_, _) =>
        {
            // a new association between the nodes begins without contexts
            if (Activity.Current?.TraceId == request.TraceId)
            {
                hasCome.TrySetResult();
                mayFail.Wait();
                throw new TimeoutException("no stock");
            }
        }));
        back.System.ActorOf(Handler.Props((context, message) => context.Sender.Tell(message, context.Self)), "part-entry");
        var remote = ((ExtendedActorSystem)front.System).Provider.ResolveActorRef($"{back.Address}/user/part-entry");
        var first = front.System.ActorOf(Handler.Props((context, message) => remote.Tell(message, done)));
        await Meet(front, back);
        await Meet(back, front);

        request.Start();
        await Eventually.True(() =>
        {
            first.Tell("order", ActorRefs.NoSender);
            return hasCome.Task.IsCompleted;
        });
        if (crashes)
        {
            await cluster.Crash(back);
        }

        mayFail.Set();

        await Eventually.True(() => spans.Stopped.Any(span => Reason(span) == "missing"));
        Assert.Equal(["error", "kept", "missing"], spans.Stopped.Select(Reason).Distinct().Order());
        var missing = spans.Stopped.Single(span => Reason(span) == "missing");
        Assert.Equal([back.Address], Assert.IsType<string[]>(missing.GetTagItem(AkkaSpanAttributes.SamplingMissingNodes)));

        static string? Reason(Activity span) => span.GetTagItem(AkkaSpanAttributes.SamplingReason) as string;
    }

    [Fact]
    public async Task A_node_confirms_that_it_keeps_its_part()
    {
        await using var cluster = new TestCluster();
        var (front, back) = (await Joined(cluster, Kept), await Joined(cluster, Kept));
        var nodes = front.Metrics.Nodes;
        Assert.Equal([back.Address], nodes.Unconfirmed(news: 0));

        var news = nodes.Tell($"kept {ActivityTraceId.CreateRandom()}");
        await TestCluster.Equal(0, () => nodes.Unconfirmed(news).Count);

        // what it does not understand it does not confirm; what is too old counts as not confirmed
        var other = nodes.Tell("lost");
        for (var i = 0; i < ToldNews.MaxKept; i++)
        {
            Assert.Equal([back.Address], nodes.Unconfirmed(other));
            other = nodes.Tell("lost");
        }

        Assert.Equal([back.Address], nodes.Unconfirmed(news));
    }

    [Fact]
    public async Task News_that_are_forged_change_nothing()
    {
        await using var cluster = new TestCluster();
        var node = await Joined(cluster, Kept);
        var rogue = await Joined(cluster, Quiet);
        using var spans = SpanRecorder.UnderPath("/user/forged-");
        var there = ((ExtendedActorSystem)rogue.System).Provider.ResolveActorRef($"{node.Address}/system/{Answering}");
        var sender = rogue.System.ActorOf(Handler.Props((_, _) => { }));
        string[] wrong = ["* 1 0 ", "* 1 0 kept", "* 1 0 kept ", "* 1 0 kept x y", "* 1 0 lost", "* 2 0 kept", $"* 1 0 kept {new string('0', 32)}"];
        foreach (var text in wrong)
        {
            there.Tell(text, sender);
        }

        var ids = Enumerable.Range(0, 1_000).Select(_ => ActivityTraceId.CreateRandom().ToHexString()).ToList();
        for (var i = 0; i < 200; i++)
        {
            there.Tell($"* 1 0 kept {string.Join(' ', ids)}", sender);
        }

        await there.Ask<ActorIdentity>(new Identify("all before has been read"), TimeSpan.FromMinutes(1));
        KeptTraces.Search();
        Assert.InRange(KeptTraces.OfPeers, 1, KeptTraces.MaxOfPeers);
        Assert.Empty(spans.Started);

        // what fails here is kept as before
        var last = node.System.ActorOf(Handler.Props((_, _) => throw new TimeoutException("no stock")), "forged-last");
        var first = node.System.ActorOf(Handler.Props((context, message) => last.Tell(message, context.Self)), "forged-first");
        first.Tell("order", ActorRefs.NoSender);
        await spans.WaitForStopped(2);
    }

    private static async Task<string> Run(string hocon, string failsAt)
    {
        await using var cluster = new TestCluster();
        var (front, back) = (await Joined(cluster, hocon), await Joined(cluster, hocon));
        using var spans = SpanRecorder.UnderPath("/user/shop-");
        var work = back.System.ActorOf(Handler.Props((context, message) => Handle(context, message)), "shop-work");
        var entry = back.System.ActorOf(
            Handler.Props((context, message) => Handle(context, message, work, context.Sender)), "shop-entry");
        var done = front.System.ActorOf(Handler.Props((context, message) => Handle(context, message)), "shop-done");
        var remote = ((ExtendedActorSystem)front.System).Provider.ResolveActorRef($"{back.Address}/user/shop-entry");
        var first = front.System.ActorOf(Handler.Props((context, message) => remote.Tell(message, done)), "shop-first");
        await Meet(front, back);
        await Meet(back, front);

        first.Tell("order", ActorRefs.NoSender);

        await spans.WaitForStopped(4);
        Assert.Single(spans.Started.Select(span => span.TraceId).Distinct());
        return SpanTree.Write(
            spans.Started,
            span => string.Join(' ', SpanTree.Stable(span), span.Kind, span.GetTagItem(AkkaSpanAttributes.ActorPath)));

        void Handle(IActorContext context, object message, params IActorRef?[] to)
        {
            foreach (var next in to)
            {
                next?.Tell(message, context.Self);
            }

            Fail.If(context.Self.Path.Name == failsAt);
        }
    }

    private static async Task<ClusterNode> Joined(TestCluster cluster, string hocon)
    {
        var node = cluster.Start(more: hocon);
        await cluster.Join(node);
        return node;
    }

    // Contexts travel once a node knows that the other one reads them. A message with one shows it.
    private static async Task Meet(ClusterNode node, ClusterNode other)
    {
        var provider = ((ExtendedActorSystem)node.System).Provider;
        var peer = ((RemoteTracing)((ITracedProvider)provider).Tracing).Peers.For(other.Cluster.SelfAddress);
        using (SpanRecorder.WithRoot(out var root))
        {
            provider.ResolveActorRef($"{other.Address}/user/nobody").Tell("hello", ActorRefs.NoSender);
            root.Dispose();
        }

        await Eventually.True(() => peer.Reads);
    }
}
