using System.Text;
using Akka.Cluster.Sharding;
using Akka.Cluster.Tools.PublishSubscribe;
using Akka.Serialization;
using AkkaInstrumentation.Tests.Cluster;
using AkkaInstrumentation.Tests.Persistence;

namespace AkkaInstrumentation.Tests.Advice;

/// <summary>What nodes, shards, topics and serializers of messages do.</summary>
internal static class ClusterTrials
{
    public static IEnumerable<Trial> All { get; } =
    [
        new(AkkaCauseKinds.CutOff, "The side with most members goes on", TheMajorityGoesOn),
        new(AkkaCauseKinds.ShardRestart, "akka.cluster.sharding.updating-state-timeout", TheShardWaitsSoLong),
        new(AkkaCauseKinds.ShardRestart, "store of remembered entities", TheShardWaitsSoLong),
        new(AkkaCauseKinds.MissingReceiver, "Context.Parent.Tell", TheShardKeepsItsMessages),
        new(AkkaCauseKinds.MissingReceiver, "Passivate", TheShardKeepsItsMessages),
        new(AkkaCauseKinds.NoSubscriber, "another name for the topic", TheNameMatters),
        new(AkkaCauseKinds.UnreadableMessage, "akka.actor.serialization-bindings", TheBoundSerializerWrites),
    ];

    // Unless the application has chosen another way.
    private static async Task TheMajorityGoesOn()
    {
        await using var system = await OneNode.Start();
        var provider = Akka.Cluster.Cluster.Get(system.System).DowningProvider;
        Assert.Equal("SplitBrainResolverProvider", provider.GetType().Name);
        Assert.Equal("keep-majority", system.System.Settings.Config.GetString("akka.cluster.split-brain-resolver.active-strategy"));
    }

    private static async Task TheShardWaitsSoLong()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = await OneNode.Start(
            $$"""
            {{gate.Hocon}}
            akka.loglevel = OFF
            akka.cluster.sharding {
              remember-entities = on
              remember-entities-store = eventsourced
              journal-plugin-id = "akka.persistence.journal.scripted"
              updating-state-timeout = 300ms
            }
            """);
        using var metrics = new MetricRecorder(system);
        var sharding = ClusterSharding.Get(system.System);
        var settings = ClusterShardingSettings.Create(system.System);
        Assert.Equal(TimeSpan.FromMilliseconds(300), settings.TuningParameters.UpdatingStateTimeout);
        var region = sharding.Start(
            "guest", _ => Echo.Props, settings, HashCodeMessageExtractor.Create(1, message => $"{message}"));
        await region.Ask<object>("first", Trial.Patience);
        gate.Close();
        region.Tell("second", ActorRefs.NoSender);
        await Eventually.True(() => AkkaDiagnosis.Read(system.System).Causes.Any(cause => cause.Kind == AkkaCauseKinds.ShardRestart));
    }

    // While an entity ends, and until it is there again.
    private static async Task TheShardKeepsItsMessages()
    {
        const int Messages = 1_000;
        await using var system = await OneNode.Start();
        var handled = 0;
        var entity = Handler.Props((context, message) =>
        {
            if (message is "end")
            {
                context.Stop(context.Self);
            }
            else if (Interlocked.Increment(ref handled) % 10 == 0)
            {
                context.Parent.Tell(new Passivate("end"));
            }
        });
        var region = ClusterSharding.Get(system.System).Start(
            "guest", _ => entity, ClusterShardingSettings.Create(system.System), HashCodeMessageExtractor.Create(1, _ => "one"));
        region.TellTimes(Messages, "work");
        await Eventually.Equal(Messages, () => Volatile.Read(ref handled), timeout: Trial.Patience);
    }

    private static async Task TheNameMatters()
    {
        await using var system = await OneNode.Start();
        using var metrics = new MetricRecorder(system);
        var got = new TaskCompletionSource<object>();
        var mediator = DistributedPubSub.Get(system.System).Mediator;
        var subscriber = system.ActorOf((_, message) => got.TrySetResult(message));
        await mediator.Ask<SubscribeAck>(new Subscribe("news", subscriber), Trial.Patience);
        mediator.Tell(new Publish("News", "lost"), ActorRefs.NoSender);
        mediator.Tell(new Publish("news", "seen"), ActorRefs.NoSender);
        Assert.Equal("seen", await got.Task.WaitAsync(Trial.Patience));
        await Eventually.True(() => system.Extension.Insight.Answers.LostMessages().Any(lost => lost.Reason == AkkaLossReasons.NoSubscriber));
    }

    private static async Task TheBoundSerializerWrites()
    {
        await using (var unbound = Systems.Instrumented())
        {
            Assert.ThrowsAny<Exception>(() => Written(unbound));
        }

        await using var bound = Systems.Instrumented(
            $$"""
            akka.actor {
              serializers.own = "{{typeof(OwnSerializer).AssemblyQualifiedName}}"
              serialization-bindings { "{{typeof(Unwritable).AssemblyQualifiedName}}" = own }
            }
            """);
        Assert.Equal("text", Encoding.UTF8.GetString(Written(bound)));

        static byte[] Written(TestSystem system)
        {
            var message = new Unwritable("text");
            return system.System.Serialization.FindSerializerFor(message).ToBinary(message);
        }
    }

    /// <summary>The serializer for everything reads its properties.</summary>
    public sealed class Unwritable(string text)
    {
        public string Text() => text;

        public string Broken => throw new InvalidOperationException($"{text} cannot be written");
    }

    public sealed class OwnSerializer(ExtendedActorSystem system) : Serializer(system)
    {
        public override int Identifier => 7_301;

        public override bool IncludeManifest => false;

        public override byte[] ToBinary(object obj) => Encoding.UTF8.GetBytes(((Unwritable)obj).Text());

        public override object FromBinary(byte[] bytes, Type type) => new Unwritable(Encoding.UTF8.GetString(bytes));
    }
}
