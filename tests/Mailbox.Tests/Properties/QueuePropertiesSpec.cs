using System.Diagnostics;
using AkkaInstrumentation.Tests.Conformance;
using FsCheck;
using FsCheck.Fluent;

namespace AkkaInstrumentation.Tests.Properties;

/// <summary>
/// What holds for whatever at least eight concurrent senders put through an instrumented queue, a quarter of a million messages a kind.
/// A failure's message has the load and the seed to replay it with.
/// </summary>
public class QueuePropertiesSpec
{
    private static readonly TimeSpan Endless = TimeSpan.FromMinutes(10);

    public static TheoryData<string> Kinds => MailboxKinds.Names;

    public static TheoryData<string> BoundedKinds => MailboxKinds.Bounded;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Messages_and_their_stamps_stay_whole_and_in_order(string name)
    {
        var (sent, dropped) = await Check(MailboxKinds.Of(name), Endless, Loads.Count);

        Assert.InRange(sent, 250_000, int.MaxValue);
        Assert.Equal(0, dropped);
    }

    [Theory]
    [MemberData(nameof(BoundedKinds))]
    public async Task So_do_those_that_are_not_dropped_when_senders_do_not_wait_for_room(string name)
    {
        // Random loads may all fit into their mailboxes.
        var dropped = 0;
        for (var i = 0; dropped == 0 && i < 10; i++)
        {
            dropped = (await Check(MailboxKinds.Of(name), TimeSpan.Zero, loads: 5)).Dropped;
        }

        Assert.NotEqual(0, dropped);
    }

    private static async Task<(int Sent, int Dropped)> Check(MailboxKind kind, TimeSpan pushTimeOut, int loads)
    {
        var (sent, dropped) = (0, 0);
        await using var system = Systems.Plain();

        // somebody listens to both, so that every message carries a time and a trace
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.ForTrace(ActivityTraceId.CreateRandom());

        FsCheck.Check.One(Config.QuickThrowOnFailure.WithMaxTest(loads).WithQuietOnSuccess(true), Prop.ForAll(Loads.Arbitrary, load =>
        {
            dropped += Holds(kind, load, pushTimeOut).GetAwaiter().GetResult();
            sent += load.Total;
        }));
        return (sent, dropped);
    }

    private static async Task<int> Holds(MailboxKind kind, Load load, TimeSpan pushTimeOut)
    {
        // a system for each load, since capacity and push time-out are its settings
        await using var system = Systems.WithIds(kind.Hocon(load.Capacity, pushTimeOut));
        var dead = new DeadLetterRecorder(system);
        var queue = new QueueUnderTest(kind, system, MailboxKind.InstrumentedId);
        var run = new LoadRun(load, queue);

        run.Run();

        var dropped = await dead.Of(queue.Owner);
        Books.Balance(
            kind.Name,
            run.Items.SelectMany(items => items),
            run.Received.Select(received => received.Item),
            dropped.Select(letter => (Item)letter.Message));
        Books.KeepOrder(kind.Name, kind, run.Received.Select(received => received.Item));
        PairStamps(run);
        RiseBySender(kind, run);
        return dropped.Count;
    }

    // Time and trace are those of the moment in which this very message was sent.
    private static void PairStamps(LoadRun run)
    {
        foreach (var received in run.Received)
        {
            var (before, after) = run.SentAt(received.Item);
            if (received.EnqueuedAt < before || received.EnqueuedAt > after)
            {
                Assert.Fail($"{received.Item} was sent between {before} and {after} and is stamped {received.EnqueuedAt}");
            }

            if (!StampReader.IsTraceOf(received.Trace, run.SpanOf(received.Item)))
            {
                Assert.Fail($"{received.Item} carries the trace {received.Trace} of another message");
            }
        }
    }

    private static void RiseBySender(MailboxKind kind, LoadRun run)
    {
        var last = new Dictionary<object, long>();
        foreach (var received in run.Received)
        {
            if (kind.OrderKey(received.Item) is { } key)
            {
                if (last.GetValueOrDefault(key) > received.EnqueuedAt)
                {
                    Assert.Fail($"{received.Item} is stamped earlier than the one before it");
                }

                last[key] = received.EnqueuedAt;
            }
        }
    }
}
