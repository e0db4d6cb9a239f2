using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// What waits beside a message belongs to it: the sender writes it after it has taken the place and before the message is there, the
/// receiver reads it after it has seen the message. The array that holds it is made by whichever sender first needs it.
/// </summary>
public class InlineStampSpec
{
    private const int Senders = 3;

    /// <summary>In each round new rings: the first marks of all senders meet, and so do their last with the end of the ring.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(EnvelopeRing.Smallest)]
    [InlineData(3 * EnvelopeRing.Smallest)]
    public void Each_message_keeps_its_mark_where_senders_meet_to_make_room_for_marks(int each)
    {
        using var rounds = new LimitedRounds(Senders + 1, most: 10_000);
        var meeting = rounds.Meeting;
        var store = new Shared();
        var threads = Start(sender =>
        {
            for (var round = 0; rounds.HasNext(round); round++)
            {
                meeting.SignalAndWait();
                for (var i = 0; i < each; i++)
                {
                    store.Store.TryAdd(Marked(sender, round + i));
                }

                meeting.SignalAndWait();
            }
        });

        var wrong = 0;
        for (var round = 0; rounds.HasNext(round); round++)
        {
            store.Store = new FifoStore();
            meeting.SignalAndWait();
            wrong += Take(store, Senders * each);
            meeting.SignalAndWait();
        }

        Array.ForEach(threads, thread => thread.Join());
        Assert.Equal(0, wrong);
    }

    /// <summary>Places are used again by messages with another mark than the one before, while somebody looks for the oldest stamp.</summary>
    [Fact]
    public void Each_message_keeps_its_mark_where_places_are_used_again()
    {
        const int each = 300_000;
        var store = new Shared();
        var over = false;
        var threads = Start(sender =>
        {
            for (var i = 0; i < each; i++)
            {
                SpinWait.SpinUntil(() => store.Store.Count < EnvelopeRing.Smallest);
                store.Store.TryAdd(Marked(sender, i));
            }
        });
        var strange = 0;
        var looker = new Thread(() =>
        {
            while (!Volatile.Read(ref over))
            {
                strange += store.Store.OldestEnqueuedAt() is >= 0 and <= each ? 0 : 1;
            }
        });
        looker.Start();
        var wrong = Take(store, Senders * each);
        Volatile.Write(ref over, true);
        looker.Join();
        Array.ForEach(threads, thread => thread.Join());

        Assert.Equal((0, 0), (wrong, strange));
    }

    [Fact]
    public void Its_age_is_that_of_the_oldest_mark_that_is_a_stamp()
    {
        var store = new FifoStore();
        store.TryAdd(Marked(0, 0));
        store.TryAdd(Marked(0, 1));
        Assert.Equal(0, store.OldestEnqueuedAt());

        store.TryAdd(Marked(0, 2));
        store.TryAdd(Marked(0, 5));
        Assert.Equal(2, store.OldestEnqueuedAt());

        store.TryTake(out _);
        store.TryTake(out _);
        store.TryTake(out _);
        Assert.Equal(5, store.OldestEnqueuedAt());
    }

    private static Thread[] Start(Action<int> sender)
    {
        var threads = Enumerable.Range(0, Senders).Select(number => new Thread(() => sender(number))).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        return threads;
    }

    private static int Take(Shared store, int messages)
    {
        var wrong = 0;
        while (messages > 0)
        {
            if (store.Store.TryTake(out var taken))
            {
                var sent = (Sent)taken.Message;
                wrong += taken.InlineStamp.Is(InlineStampOf(sent.Number)) && taken.EnqueuedAt == (sent.Number % 3 == 2 ? sent.Number : 0) ? 0 : 1;
                messages--;
            }
        }

        return wrong;
    }

    private static StampedEnvelope Marked(int sender, int number) => new(new Sent(sender, number), ActorRefs.Nobody, InlineStampOf(number));

    private static InlineStamp InlineStampOf(int number) => (number % 3) switch
    {
        0 => default,
        1 => InlineStamp.Unsampled,
        _ => new InlineStamp(new WeightedTimestamp(number, SamplingRandom.Always)),
    };

    private sealed class Shared
    {
        public FifoStore Store = new();
    }

    private sealed record Sent(int Sender, int Number);
}
