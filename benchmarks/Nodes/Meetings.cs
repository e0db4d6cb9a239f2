using System.Diagnostics;
using Akka.Actor;
using Akka.Remote;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// How long a node gets plain messages after an association has begun: until it has answered that it reads contexts. Beside it, on the same new association, how
/// long the answer to the first message of the application takes.
/// </summary>
internal static class Meetings
{
    public const string Command = "meetings";

    private const int WarmUps = 10;
    private const int Pairs = 40;

    public static async Task<int> Run()
    {
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        var found = new List<Meeting>();
        for (var i = 0; i < WarmUps + Pairs; i++)
        {
            var meeting = await Meet();
            if (i >= WarmUps)
            {
                found.Add(meeting);
            }
        }

        NodeProcess.Write(found);
        return 0;
    }

    private static async Task<Meeting> Meet()
    {
        await using var nodes = new TwoNodes(NodeState.Named("recorded"));
        nodes.There.ActorOf(Props.Create(() => new Echo()), "echo");
        var associated = new Associations((ExtendedActorSystem)nodes.Here);
        var tracing = (RemoteTracing)((ITracedProvider)((ExtendedActorSystem)nodes.Here).Provider).Tracing;
        var peer = tracing.Peers.For(TwoNodes.AddressOf(nodes.There));

        // A thread of its own looks all the time, so that no timer is part of the figure.
        var answered = Task.Factory.StartNew(
            () =>
            {
                while (!peer.Reads)
                {
                    Thread.SpinWait(20);
                }

                return Stopwatch.GetTimestamp();
            },
            TaskCreationOptions.LongRunning);
        using var root = new Activity("test").SetIdFormat(ActivityIdFormat.W3C)
            .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start();
        await nodes.FromHere("echo").Ask("hello", TimeSpan.FromSeconds(20)).ConfigureAwait(false);
        var echoed = Stopwatch.GetTimestamp();
        var reads = await answered.WaitAsync(TimeSpan.FromSeconds(20));
        return new(Milliseconds(associated.At, reads), Milliseconds(associated.At, echoed));
    }

    private static double Milliseconds(long from, long to) => Stopwatch.GetElapsedTime(from, to).TotalMilliseconds;

    private sealed class Echo : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(message);
    }

    /// <summary>Notes when the first association begins, on the thread that publishes it.</summary>
    private sealed class Associations : MinimalActorRef
    {
        private readonly ExtendedActorSystem _system;
        private long _at;

        public Associations(ExtendedActorSystem system)
        {
            _system = system;
            system.EventStream.Subscribe(this, typeof(AssociatedEvent));
        }

        public long At => Volatile.Read(ref _at);

        public override ActorPath Path { get; } = new RootActorPath(Address.AllSystems) / "associations";

        public override IActorRefProvider Provider => _system.Provider;

        protected override void TellInternal(object message, IActorRef sender) => Interlocked.CompareExchange(ref _at, Stopwatch.GetTimestamp(), 0);
    }
}

/// <summary>Milliseconds after an association has begun.</summary>
/// <param name="Reads">Until the other node has answered that it reads contexts.</param>
/// <param name="Echoed">Until it has answered the application's first message.</param>
internal sealed record Meeting(double Reads, double Echoed);
