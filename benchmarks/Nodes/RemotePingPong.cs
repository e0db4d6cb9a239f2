using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Pairs of actors, one on each node, that return a number until it is zero. Numbers, because no message is cheaper to serialize: with any other one the
/// cost of a context is a smaller share.
/// </summary>
internal sealed class RemotePingPong
{
    public const int Pairs = 16;

    // A power of two.
    private const int ForgetEach = 512;

    private readonly TwoNodes _nodes;
    private readonly IActorRef[] _here;
    private readonly IActorRef[] _there;
    private readonly bool _isTraced;
    private readonly ActivityTraceFlags _flags;
    private TaskCompletionSource _all = new();
    private int _missing;

    public RemotePingPong(TwoNodes nodes, Traced trace)
    {
        _nodes = nodes;
        _isTraced = trace is Traced.Recorded or Traced.Unsampled;
        _flags = trace == Traced.Recorded ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None;
        _here = [.. Enumerable.Range(0, Pairs).Select(i => nodes.Here.ActorOf(Props.Create(() => new Player(this, i == 0)), $"player-{i}"))];
        foreach (var i in Enumerable.Range(0, Pairs))
        {
            nodes.There.ActorOf(Props.Create(() => new Player(this, false)), $"player-{i}");
        }

        _there = [.. Enumerable.Range(0, Pairs).Select(i => nodes.FromHere($"player-{i}"))];
    }

    /// <summary>Whether the transport's record of messages is kept, to be counted.</summary>
    public bool KeepsWritten { get; set; }

    /// <summary>Returns when all pairs have sent so many messages together.</summary>
    public async Task Run(int messages)
    {
        _all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _missing = Pairs;
        for (var i = 0; i < Pairs; i++)
        {
            using var root = Root();
            _there[i].Tell(messages / Pairs, _here[i]);
        }

        await _all.Task.WaitAsync(TimeSpan.FromMinutes(2));
    }

    private Activity? Root() => !_isTraced ? null : new Activity("test").SetIdFormat(ActivityIdFormat.W3C)
        .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), _flags).Start();

    private void Part()
    {
        if (Interlocked.Decrement(ref _missing) == 0)
        {
            _all.SetResult();
        }
    }

    private sealed class Player(RemotePingPong game, bool forgets) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (message is not int left)
            {
                return;
            }

            if (forgets && !game.KeepsWritten && (left & (ForgetEach - 2)) == 0)
            {
                game._nodes.ForgetWritten();
            }

            if (left <= 1)
            {
                game.Part();
            }
            else
            {
                Sender.Tell(left - 1, Self);
            }
        }
    }
}
