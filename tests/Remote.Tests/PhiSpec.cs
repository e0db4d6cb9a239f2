using System.Diagnostics;
using Akka.Configuration;

namespace AkkaInstrumentation.Tests;

/// <summary>Phi is the value by which Akka decides, and the heartbeats of nodes that nobody watches any more are forgotten.</summary>
public sealed class PhiSpec
{
    private const string Section =
        """
        threshold = 8
        max-sample-size = 200
        min-std-deviation = 100ms
        acceptable-heartbeat-pause = 3s
        heartbeat-interval = 1s
        monitored-by-nr-of-members = 9
        """;

    /// <summary>Akka's detector shows its value only by when it gives up: that is where ours crosses the same threshold.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(8)]
    [InlineData(12)]
    public void Phi_crosses_a_threshold_when_Akkas_detector_gives_up(double threshold)
    {
        var random = new Random(7);
        var now = 1_000L;
        var akkas = new PhiAccrualFailureDetector(threshold, 200, TimeSpan.FromMilliseconds(100),
            TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(1), () => now);
        var ours = new Heartbeats(ConfigurationFactory.ParseString(Section), (_, _) => { });
        for (var beat = 0; beat < 500; beat++)
        {
            akkas.HeartBeat();
            ours.Came("node", At(now));
            now += 600 + random.Next(900);
        }

        while (akkas.IsAvailable)
        {
            now++;
            ours.Asked(At(now));
        }

        Assert.InRange(ours.Read(At(now))!.Value.Phi, threshold - 0.1, threshold + 0.1);
    }

    [Fact]
    public void The_age_of_a_heartbeat_grows_until_nobody_asks_about_its_node()
    {
        var heartbeats = new Heartbeats(ConfigurationFactory.ParseString(Section), (_, _) => { });
        Assert.Null(heartbeats.Read(At(0)));

        heartbeats.Came("node", At(1_000));
        heartbeats.Asked(At(3_000));
        Assert.Equal(2, heartbeats.Read(At(3_000))!.Value.Age, 3);
        Assert.Equal(2.9, heartbeats.Read(At(3_900))!.Value.Age, 3);

        // the detector may have been dropped: the node is not called late
        Assert.Equal((9.0, false), heartbeats.Read(At(10_000)) is { } dropped ? (Math.Round(dropped.Age, 3), dropped.IsLate) : default);
        heartbeats.Asked(At(60_000));
        Assert.Equal(PeersHeard.MaxPhi, heartbeats.Read(At(60_000))!.Value.Phi);

        Assert.Null(heartbeats.Read(At(80_000)));
    }

    /// <summary>Without a cluster remote watch has a failure detector for each node that has a watched actor.</summary>
    [Fact]
    public async Task A_node_is_heard_while_one_of_its_actors_is_watched()
    {
        await using var nodes = Node.Two(out var here, out var there,
            "akka.remote.watch-failure-detector { heartbeat-interval = 200ms, acceptable-heartbeat-pause = 60s }");
        using var metrics = new MetricRecorder(here.Test.Name);
        there.ActorOf((_, _) => { }, "watched");
        var watched = await here.Find(there, "watched");
        Assert.Empty(Ages());

        here.ActorOf((context, message) => context.Watch((IActorRef)message), "watcher").Tell(watched);

        await Eventually.True(() => Ages().Count == 1);
        Assert.InRange(Ages()[0].Value, 0, 60);
        Assert.Equal((there.Address, "watch"), (Ages()[0].Tag(AkkaMetricAttributes.RemoteAddress), Ages()[0]
            .Tag(AkkaMetricAttributes.RemoteFailureDetectorName)));

        IReadOnlyList<Measured> Ages() => [.. metrics.Poll().Where(measured => measured.Name == AkkaMetricNames.RemoteHeartbeatAge)];
    }

    /// <summary>Remote watch asks just before it sends what is answered at once, so at each of its questions the node has just been heard.</summary>
    [Fact]
    public void A_node_that_is_well_has_an_age_between_two_heartbeats()
    {
        var heartbeats = new Heartbeats(ConfigurationFactory.ParseString(Section), (_, _) => { });
        for (var second = 1; second <= 10; second++)
        {
            heartbeats.Asked(At((1_000 * second) - 10));
            heartbeats.Came("node", At(1_000 * second));
            Assert.Equal(0.75, heartbeats.Read(At((1_000 * second) + 750))!.Value.Age, 3);
        }
    }

    [Fact]
    public void Of_two_detectors_of_a_node_the_one_that_heard_it_last_counts()
    {
        var peers = PeersHeard.For(new EventStream(debug: false));
        var now = Stopwatch.GetTimestamp();
        var (used, dropped) = (peers.Add(ConfigurationFactory.ParseString(Section)), peers.Add(ConfigurationFactory.ParseString(Section)));
        dropped.Came("node", now - (1_000 * Stopwatch.Frequency));
        dropped.Asked(now);
        used.Came("node", now);

        Assert.InRange(peers.Read("node")!.Value.Age, 0, 900);
        Assert.InRange(Assert.Single(peers.Read(heard => heard.Age)).Value, 0, 900);
        GC.KeepAlive(dropped);
        GC.KeepAlive(used);
    }

    [Fact]
    public void A_detector_that_Akka_drops_is_not_kept()
    {
        var peers = PeersHeard.For(new EventStream(debug: false));
        for (var i = 0; i < 10_000; i++)
        {
            peers.Add(ConfigurationFactory.ParseString(Section));
            if (i % 1_000 == 0)
            {
                GC.Collect();
            }
        }

        GC.Collect();
        peers.Add(ConfigurationFactory.ParseString(Section));
        Assert.InRange(peers.Count, 1, 2);
    }

    private static long At(long milliseconds) => (milliseconds + 1) * Stopwatch.Frequency / 1_000;
}
