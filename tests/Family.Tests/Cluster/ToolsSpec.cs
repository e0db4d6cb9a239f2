using System.Diagnostics;
using Akka.Actor;
using Akka.Cluster.Tools.PublishSubscribe;
using Akka.Cluster.Tools.Singleton;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>Traces pass through singletons' proxies and the mediator of published messages.</summary>
public sealed class ToolsSpec
{
    private sealed class Singleton : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(Activity.Current?.TraceId.ToString() ?? "none");
    }

    [Fact]
    public async Task What_a_singletons_proxy_buffers_keeps_its_trace()
    {
        const int Messages = 100;
        await using var system = await OneNode.Start();
        using var listener = Recorded.Everything();
        var proxy = system.ActorOf(
            ClusterSingletonProxy.Props("/user/clock", ClusterSingletonProxySettings.Create(system.System)), "clock-proxy");
        var (expected, found) = (new string[Messages], new Task<string>[Messages]);
        for (var i = 0; i < Messages; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId.ToString();
            found[i] = proxy.Ask<string>(i, TimeSpan.FromSeconds(60));
        }

        system.System.ActorOf(
            ClusterSingletonManager.Props(Props.Create<Singleton>(), PoisonPill.Instance, ClusterSingletonManagerSettings.Create(system.System)), "clock");
        Assert.Equal(expected, await Task.WhenAll(found));
    }

    [Fact]
    public async Task A_published_message_stays_in_its_trace()
    {
        using var heardFromTheStart = SpanRecorder.OfNothing();
        await using var system = await OneNode.Start();
        var mediator = DistributedPubSub.Get(system.System).Mediator;
        var subscriber = system.ActorOf((_, _) => { }, "subscriber");
        await mediator.Ask<SubscribeAck>(new Subscribe("news", subscriber), TimeSpan.FromSeconds(60));
        using var spans = SpanRecorder.WithRoot(out var root);
        mediator.Tell(new Publish("news", "text"), ActorRefs.NoSender);

        await Eventually.True(() => spans.Stopped.Any(span => "String".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType))));
        var span = Assert.Single(spans.Stopped, span => "String".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)));
        Assert.Equal((root.SpanId, "/user/subscriber"), (span.ParentSpanId, span.GetTagItem(AkkaSpanAttributes.ActorPath)));
    }
}
