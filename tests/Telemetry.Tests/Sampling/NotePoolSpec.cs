using System.Collections.Concurrent;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// May hold what: a note belongs to its taker, then to the queue, then to the one that dequeued it, until it is returned; a
/// thread's list to the thread; a list on the stack to whoever exchanged the stack away. Who takes the stack takes all
/// of it, so no list is on it twice (no ABA); putting the rest back fails when others have stacked meanwhile, and
/// then the rest is garbage: notes are lost, never handed out twice.
/// </summary>
[Collection(Alone.Name)]
public sealed class NotePoolSpec
{
    private const int Threads = 8;

    [Fact]
    public void A_note_is_given_back_without_its_message()
    {
        var note = NotePool.Take("message", new Chosen(1, Coin.Always), trace: null);
        Assert.Equal(("message", 1L, (object?)null), (note.Message, note.Stamp.Ticks, note.Trace));

        NotePool.Return(note);
        Assert.Null(note.Message);
        Assert.Equal(0, note.Stamp.Ticks);

        var again = NotePool.Take("another", default, "trace");
        Assert.Same(note, again);
        Assert.Equal(("another", 0L, (object?)"trace"), (again.Message, again.Stamp.Ticks, again.Trace));
        NotePool.Return(again);
    }

    [Fact]
    public async Task Taken_and_returned_by_many_threads_at_once_no_note_has_two_owners()
    {
        var handedOver = new ConcurrentQueue<Note>[Threads];
        for (var i = 0; i < Threads; i++)
        {
            handedOver[i] = new();
        }

        var wrong = 0;
        await OnThreads(thread =>
        {
            var random = new Random(thread);
            var mine = new List<(Note Note, object Tag)>();
            for (var i = 0; i < 300_000; i++)
            {
                var tag = new object();
                var note = NotePool.Take(tag, new Chosen(i + 1, Coin.Always), tag);
                mine.Add((note, tag));
                if (mine.Count > random.Next(1, 200))
                {
                    foreach (var (held, owner) in mine)
                    {
                        // whoever got it as well would have written a tag of their own
                        if (!ReferenceEquals(held.Message, owner) || !ReferenceEquals(held.Trace, owner))
                        {
                            Interlocked.Increment(ref wrong);
                        }

                        handedOver[random.Next(Threads)].Enqueue(held);
                    }

                    mine.Clear();
                }

                // as a receiver does: notes of other threads come back here
                while (handedOver[thread].TryDequeue(out var received))
                {
                    NotePool.Return(received);
                }
            }
        });

        Assert.Equal(0, wrong);
    }

    [Fact]
    public async Task Senders_that_only_take_live_on_what_receivers_return()
    {
        var (made, taken) = (new ConcurrentDictionary<Note, byte>(ReferenceEqualityComparer.Instance), 0);
        using var sent = new BlockingCollection<Note>(1_000);
        var receiver = Task.Factory.StartNew(
            () =>
            {
                foreach (var note in sent.GetConsumingEnumerable())
                {
                    NotePool.Return(note);
                }
            },
            TaskCreationOptions.LongRunning);
        await Task.Factory.StartNew(
            () =>
            {
                for (; taken < 200_000; taken++)
                {
                    var note = NotePool.Take("message", new Chosen(1, Coin.Always), null);
                    made.TryAdd(note, 0);
                    sent.Add(note);
                }

                sent.CompleteAdding();
            },
            TaskCreationOptions.LongRunning);
        await Eventually.Within(receiver);

        // with two threads nothing of the stack is ever dropped: at most what is under way, and two lists
        Assert.InRange(made.Count, 1, 1_000 + (64 * 260));
    }

    [Fact]
    public async Task A_million_notes_that_come_back_at_once_are_not_all_kept()
    {
        const int burst = 1_000_000;
        var kept = await Task.Factory.StartNew(
            () =>
            {
                var weak = Burst();
                GC.Collect();
                GC.WaitForPendingFinalizers();
                GC.Collect();
                return weak.Count(note => note.TryGetTarget(out _));
            },
            TaskCreationOptions.LongRunning);

        // 256 lists of 64 on the stack and one that is being filled
        Assert.InRange(kept, 0, 257 * 64);

        static List<WeakReference<Note>> Burst()
        {
            var notes = Enumerable.Range(0, burst).Select(_ => NotePool.Take("message", new Chosen(1, Coin.Always), null)).ToList();
            notes.ForEach(NotePool.Return);
            return notes.ConvertAll(note => new WeakReference<Note>(note));
        }
    }

    [Fact]
    public async Task Once_there_are_enough_a_message_costs_no_bytes()
    {
        var bytes = await Task.Factory.StartNew(
            () => AllocationMeter.OnThread(() => NotePool.Return(NotePool.Take("message", new Chosen(1, Coin.Always), null)), expected: 0),
            TaskCreationOptions.LongRunning);

        Assert.Equal(0, bytes);
    }

    private static Task OnThreads(Action<int> action)
    {
        var together = new Barrier(Threads);
        return Eventually.Within(
            Task.WhenAll(Enumerable.Range(0, Threads).Select(i => Task.Factory.StartNew(
                () =>
                {
                    together.SignalAndWait();
                    action(i);
                },
                TaskCreationOptions.LongRunning))),
            TimeSpan.FromSeconds(60));
    }
}
