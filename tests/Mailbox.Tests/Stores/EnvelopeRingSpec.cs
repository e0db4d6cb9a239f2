namespace AkkaInstrumentation.Tests;

/// <summary>Who may hold what is written at <see cref="EnvelopeRing"/>; here the moments in which two of them meet, many times over.</summary>
public class EnvelopeRingSpec
{
    private const int Rounds = 20_000;

    private static readonly NonRecordingContext s_withId = NonRecordingContext.Root(ActivityTraceId.CreateRandom());

    /// <summary>All meet at the first message and at the end of the smallest ring, and at the end of the next.</summary>
    [Theory]
    [InlineData(2, 1)]
    [InlineData(2, EnvelopeRing.Smallest)]
    [InlineData(3, EnvelopeRing.Smallest)]
    [InlineData(4, 17)]
    [InlineData(3, 700)]
    public void Senders_that_meet_where_a_ring_begins_or_ends_lose_nothing_and_keep_their_order(int senders, int each)
    {
        var store = new Shared();
        var wrong = 0;
        LimitedRounds.Run(
            senders,
            Rounds,
            begin: () => store.Store = new FifoStore(),
            theirs: sender =>
            {
                for (var i = 0; i < each; i++)
                {
                    store.Store.TryAdd(Message(sender, i));
                }
            },
            mine: (round, othersEnd) =>
            {
                var next = new int[senders];

                // every other time the receiver comes when all is there: then rings have been filled to their ends
                if (round % 2 == 0)
                {
                    othersEnd();
                    wrong += store.Store.Count == senders * each ? 0 : 1;
                }

                wrong += Take(ref store.Store, next, senders * each);
                othersEnd();
                wrong += store.Store.Count == 0 && !store.Store.TryTake(out _) ? 0 : 1;
            });

        Assert.Equal(0, wrong);
    }

    /// <summary>
    /// The same two rings for good: places are used again and again while senders and receiver are close to each other. And in larger rings.
    /// </summary>
    [Theory]
    [InlineData(EnvelopeRing.Smallest, 1)]
    [InlineData(4_000, 3_000)]
    public void Places_are_used_again_while_others_look_at_them(int most, int least)
    {
        const int each = 150_000;
        const int senders = 2;
        var store = new Shared();
        var threads = Enumerable.Range(0, senders).Select(sender => new Thread(() =>
        {
            for (var i = 0; i < each; i++)
            {
                SpinWait.SpinUntil(() => store.Store.Count < most);
                store.Store.TryAdd(Message(sender, i));
            }
        })).ToArray();
        var seen = new StampedEnvelope[8];
        var (wrong, foreign) = (0, 0);
        WhileOthersLook(
            () =>
            {
                var found = store.Store.Look(seen);
                foreign += seen.Take(found)
                    .All(waiting => ReferenceEquals(waiting.Sender, ActorRefs.Nobody) && waiting.EnqueuedAt is >= 0 and <= each) ? 0 : 1;
                foreign += store.Store.Count >= 0 ? 0 : 1;
            },
            () =>
            {
                Array.ForEach(threads, thread => thread.Start());
                var next = new int[senders];
                for (var left = (senders * each) - 1; left >= 0; left--)
                {
                    wrong += Take(ref store.Store, next, 1);
                    if (left % least == 1)
                    {
                        SpinWait.SpinUntil(() => store.Store.Count >= Math.Min(left, least));
                    }
                }
            });

        Assert.Equal((0, 0), (wrong, foreign));
    }

    /// <summary>
    /// A backlog comes and goes while its memory is given back without pause, others look at it, and at the end, the store is closed while senders
    /// still send.
    /// </summary>
    [Fact]
    public void Messages_that_come_while_a_backlog_is_given_back_are_not_lost_and_keep_their_order()
    {
        const int senders = 2;
        const int each = 2_100;
        var store = new Shared();
        var (lost, wrong) = (0, 0);
        var accepted = new int[senders];
        var seen = new StampedEnvelope[8];
        WhileOthersLook(
            () =>
            {
                EnvelopeRing.LargeRings.Look();
                var found = store.Store.Look(seen);
                wrong += seen.Take(found).All(waiting => waiting.Message is Sent && ReferenceEquals(waiting.Sender, ActorRefs.Nobody)) ? 0 : 1;
            },
            () => LimitedRounds.Run(
                senders,
                Rounds,
                begin: () => store.Store = new FifoStore(),
                theirs: sender =>
                {
                    // a closed store takes nothing more
                    accepted[sender] = 0;
                    for (var i = 0; i < each && store.Store.TryAdd(Message(sender, i)); i++)
                    {
                        accepted[sender]++;
                    }
                },
                mine: (round, othersEnd) =>
                {
                    var next = new int[senders];
                    SpinWait.SpinUntil(() => store.Store.Count > 1_500);
                    lost += Take(ref store.Store, next, round % 2 == 0 ? senders * each : senders * each * 3 / 4);
                    store.Store.Close();
                    othersEnd();
                    lost += Take(ref store.Store, next);
                    lost += next.SequenceEqual(accepted) && store.Store is { Count: 0, IsClosed: true } ? 0 : 1;
                }));

        Assert.Equal((0, 0), (lost, wrong));
    }

    /// <summary>The receiver gets each message at once, so it holds the ring that has been given back, and the sender too.</summary>
    [Fact]
    public void Places_that_are_given_back_are_followed_by_others_without_a_gap()
    {
        var store = new FifoStore();
        var (added, taken, wrong) = (0, new int[1], 0);
        for (var round = 0; round < 200; round++)
        {
            // a ring of 2,048 places, or an old one that is closed but not left
            for (var i = 0; i < 1_500 + round; i++)
            {
                wrong += store.TryAdd(Message(0, added++)) ? 0 : 1;
            }

            var left = round % 3;
            wrong += Take(ref store, taken, store.Count - left);
            EnvelopeRing.LargeRings.Look();
            EnvelopeRing.LargeRings.Look();
            wrong += store.Count == left ? 0 : 1;
        }

        wrong += Take(ref store, taken);
        Assert.Equal((0, added), (wrong, taken[0]));
    }

    [Fact]
    public void A_backlog_that_comes_and_goes_keeps_its_places()
    {
        var ring = new EnvelopeRing().Follow()!;
        for (var round = 0; round < 10; round++)
        {
            for (var i = 0; i < 1_500; i++)
            {
                Assert.True(ring.TryAdd(Message("message")) && ring.TryTake(out _));
            }

            Assert.False(ring.TryGiveBack());
        }

        // one that waits keeps them too
        Assert.True(ring.TryAdd(Message("message")));
        Assert.False(ring.TryGiveBack());
        Assert.True(ring.TryTake(out _) && ring.TryGiveBack());
        Assert.False(ring.TryAdd(Message("message")));
        Assert.True(ring.Next!.TryAdd(Message("message")));
    }

    [Fact]
    public void What_is_taken_from_the_ring_is_not_kept_alive_by_it()
    {
        var store = new FifoStore();
        var messages = Enumerable.Range(0, 2 * EnvelopeRing.Smallest).Select(i => AddNew(ref store, StampOf(i))).ToArray();
        while (store.TryTake(out _))
        {
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert.DoesNotContain(messages, message => message.IsAlive);
        Assert.Equal(0, store.Count);
    }

    [Fact]
    public void A_steady_flow_allocates_nothing()
    {
        var store = new FifoStore();
        var message = Message("message");
        var before = 0L;
        for (var i = 0; i < 10_000; i++)
        {
            store.TryAdd(message);
            store.TryAdd(message);
            store.TryTake(out _);
            store.TryTake(out _);
            before = i == 0 ? GC.GetAllocatedBytesForCurrentThread() : before;
        }

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    /// <summary>
    /// Memory is short at the moment when a full ring needs a next one: the sender gets the error, and the ring is as it was. A ring that was closed
    /// before would be closed again by the next sender, and its unread messages be overwritten.
    /// </summary>
    [Fact]
    public void Where_no_memory_is_left_for_a_longer_backlog_the_waiting_messages_stay()
    {
        var ring = new EnvelopeRing();
        for (var i = 0; i < EnvelopeRing.Smallest; i++)
        {
            Assert.True(ring.TryAdd(Message(0, i)));
        }

        for (var i = 0; i < 3; i++)
        {
            Assert.Throws<InsufficientMemoryException>(() => ring.Follow(_ => throw new InsufficientMemoryException()));
            Assert.Null(ring.Next);
            Assert.False(ring.IsEnd);
            Assert.Equal(EnvelopeRing.Smallest, ring.CountFrom(ring));
        }

        // one place is free again, and the next sender has it
        Assert.True(ring.TryTake(out var first));
        Assert.True(ring.TryAdd(Message(0, EnvelopeRing.Smallest)));
        var next = ring.Follow()!;
        Assert.True(next.TryAdd(Message(0, EnvelopeRing.Smallest + 1)));
        var numbers = new int[1];
        Assert.True(IsNext(first, numbers));
        for (var i = 0; i < EnvelopeRing.Smallest; i++)
        {
            Assert.True(ring.TryTake(out var taken) && IsNext(taken, numbers));
        }

        Assert.True(ring.IsOver);
        Assert.True(next.TryTake(out var last) && IsNext(last, numbers));
    }

    private static void WhileOthersLook(Action look, Action run)
    {
        var over = false;
        var looker = new Thread(() =>
        {
            while (!Volatile.Read(ref over))
            {
                look();
            }
        });
        looker.Start();
        run();
        Volatile.Write(ref over, true);
        looker.Join();
    }

    // Takes so many, or all that is there, and returns how many of them were not the next of their sender.
    private static int Take(ref FifoStore store, int[] next, int? count = null)
    {
        var wrong = 0;
        while (count != 0)
        {
            if (store.TryTakePlain(out var plain, out var isUnsampled))
            {
                var origin = isUnsampled ? NonRecordingContext.WithoutId : null;
                wrong += IsNext(new StampedEnvelope(plain.Message, plain.Sender, default, origin), next) ? 0 : 1;
                count--;
            }
            else if (store.TryTake(out var taken))
            {
                wrong += IsNext(taken, next) ? 0 : 1;
                count--;
            }
            else if (count is null)
            {
                break;
            }
        }

        return wrong;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference AddNew(ref FifoStore store, WeightedTimestamp stamp)
    {
        var message = new object();
        store.TryAdd(new StampedEnvelope(message, ActorRefs.Nobody, stamp));
        return new WeakReference(message);
    }

    private static StampedEnvelope Message(object message) => new(new Envelope(message, ActorRefs.Nobody));

    // a message with a stamp, in an unsampled trace without id or with one, or with neither
    private static StampedEnvelope Message(int sender, int number) =>
        new(new Sent(sender, number), ActorRefs.Nobody, StampOf(number), OriginOf(number));

    private static WeightedTimestamp StampOf(int number) => KindOf(number) == 2 ? new(number, SamplingRandom.Always) : default;

    private static NonRecordingContext? OriginOf(int number) => KindOf(number) switch
    {
        1 => NonRecordingContext.WithoutId,
        3 => s_withId,
        _ => null,
    };

    // In every other block of messages few have a time or a trace with an id: these lie alone, the others in an array.
    private static int KindOf(int number) => number % 4 is var kind && (number >> 10) % 2 == 1 && number % 100 > 3 ? kind % 2 : kind;

    private static bool IsNext(in StampedEnvelope taken, int[] next) =>
        taken.Message is Sent sent && sent.Number == next[sent.Sender]++ && taken.Stamp.Equals(StampOf(sent.Number))
            && ReferenceEquals(taken.Origin, OriginOf(sent.Number));

    private sealed class Shared
    {
        public FifoStore Store = new();
    }

    private sealed record Sent(int Sender, int Number);
}
