using Akka.Cluster.Tools.Client;
using Akka.Cluster.Tools.PublishSubscribe;
using Akka.Cluster.Tools.Singleton;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>Traces pass through singletons' proxies, the mediator of published messages, and clients of the cluster.</summary>
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
        var proxy = system.ActorOf(ClusterSingletonProxy.Props("/user/clock", ClusterSingletonProxySettings.Create(system.System)), "clock-proxy");
        var (expected, found) = (new string[Messages], new Task<string>[Messages]);
        for (var i = 0; i < Messages; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId.ToString();
            found[i] = proxy.Ask<string>(i, TimeSpan.FromSeconds(60));
        }

        system.System.ActorOf(
            ClusterSingletonManager.Props(Props.Create<Singleton>(), PoisonPill.Instance, ClusterSingletonManagerSettings.Create(system.System)),
                "clock");
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

    [Fact]
    public async Task What_is_published_to_a_topic_without_subscribers_is_lost_by_its_own_type_and_reason()
    {
        await using var system = await OneNode.Start();
        using var metrics = new MetricRecorder(system);
        var mediator = DistributedPubSub.Get(system.System).Mediator;
        for (var i = 0; i < 20; i++)
        {
            mediator.Tell(new Publish("news", new News(i)), ActorRefs.NoSender);
            mediator.Tell(new Publish("orders", $"order {i}"), ActorRefs.NoSender);
        }

        await Eventually.Equal((20, 20), () => (Lost(metrics, "ToolsSpec.News"), Lost(metrics, "String")));
        var lost = system.System.GetInsight().LostMessages();
        Assert.Equal([20L, 20L], lost.Where(one => one.Reason == "no_subscriber").Select(one => one.Count));
        var causes = AkkaDiagnosis.Read(system.System).Causes.Where(cause => cause.Kind == "no_subscriber").ToList();
        Assert.Equal(2, causes.Count);
        Assert.Contains(causes, cause => cause.Description == "Nobody has subscribed to the topic news, to which ToolsSpec.News is published.");
    }

    private sealed record News(int Number);

    private static long? Lost(MetricRecorder metrics, string message) => metrics.Sum(AkkaMetricNames.ActorDeadLetters,
        (AkkaSpanAttributes.MessageType, message), (AkkaMetricAttributes.DeadLetterReason, "no_subscriber"));

    /// <summary>What a client of the cluster is asked to do.</summary>
    public enum Asked
    {
        Send,
        SendToAll,
        Publish,
    }

    [Theory]
    [InlineData(Asked.Send)]
    [InlineData(Asked.SendToAll)]
    [InlineData(Asked.Publish)]
    public async Task What_a_client_of_the_cluster_sends_stays_in_its_trace_also_if_it_is_buffered_first(Asked asked)
    {
        const int Messages = 50;
        await using var system = await OneNode.Start("akka.cluster.client.establishing-get-contacts-interval = 100ms");
        using var listener = Recorded.Everything();
        var service = system.System.ActorOf(Props.Create<Singleton>(), "service");
        var mediator = DistributedPubSub.Get(system.System).Mediator;
        mediator.Tell(new Put(service));
        await mediator.Ask<SubscribeAck>(new Subscribe("news", service), TimeSpan.FromSeconds(60));
        var contact = new RootActorPath(Akka.Cluster.Cluster.Get(system.System).SelfAddress) / "system" / "receptionist";
        var client = system.System.ActorOf(ClusterClient.Props(ClusterClientSettings.Create(system.System).WithInitialContacts([contact])), "client");
        await client.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(60));

        // nobody is there whom the client could contact, so it buffers
        var (expected, found) = AskAll();
        ClusterClientReceptionist.Get(system.System);
        Assert.Equal(expected, await Task.WhenAll(found));

        (expected, found) = AskAll();
        Assert.Equal(expected, await Task.WhenAll(found));

        (string[] Expected, Task<string>[] Found) AskAll()
        {
            var (traces, answers) = (new string[Messages], new Task<string>[Messages]);
            for (var i = 0; i < Messages; i++)
            {
                using var root = Recorded.Root();
                traces[i] = root.TraceId.ToString();
                var text = $"message {i}";
                answers[i] = client.Ask<string>(
                    asked switch
                    {
                        Asked.Send => new ClusterClient.Send("/user/service", text),
                        Asked.SendToAll => new ClusterClient.SendToAll("/user/service", text),
                        _ => new ClusterClient.Publish("news", text),
                    },
                    TimeSpan.FromSeconds(60));
            }

            return (traces, answers);
        }
    }
}
