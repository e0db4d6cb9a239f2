namespace AkkaInstrumentation.Tests;

/// <summary>
/// An actor stops while others send to it. Akka reads the actor's mailbox and puts the message there in two steps; in between the mailbox may have
/// been emptied for the last time.
/// </summary>
public class ClosedSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(20);

    public static TheoryData<string> Kinds => MailboxKinds.Names;

    public static TheoryData<string> BoundedKinds => MailboxKinds.Bounded;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Messages_sent_to_a_mailbox_that_was_cleaned_up_meanwhile_go_to_the_dead_letters(string kind)
    {
        await using var system = Systems.WithIds(MailboxKinds.Of(kind).Hocon());
        var owner = system.ActorOf(Echo.Props);
        var sender = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        using var metrics = new MetricRecorder(system);
        var queue = system.QueueFor(owner);
        queue.Enqueue(owner, new Envelope(1, sender));
        var rest = new UnboundedMessageQueue();

        queue.CleanUp(owner, rest);
        queue.Enqueue(owner, new Envelope(2, sender));
        queue.Enqueue(owner, new Envelope(3, sender));

        Assert.Equal(1, rest.Count);
        Assert.Equal((0, false), (queue.Count, queue.HasMessages));
        Assert.False(queue.TryDequeue(out _));
        await Eventually.Equal(2, () => letters.Count);
        Assert.Equal([2, 3], letters.Select(letter => letter.Message));
        Assert.All(letters, letter => Assert.Equal((sender, owner), (letter.Sender, letter.Recipient)));
        Assert.Equal(0, metrics.Sum(AkkaMetricNames.MailboxMessageDropped) ?? 0);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_dead_letter_to_a_subscriber_that_has_stopped_ends_there(string kind)
    {
        await using var system = Systems.WithIds(MailboxKinds.Of(kind).Hocon());
        var owner = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        var queue = system.QueueFor(owner);
        queue.CleanUp(owner, new UnboundedMessageQueue());

        queue.Enqueue(owner, new Envelope(new DeadLetter(1, owner, owner), owner));
        queue.Enqueue(owner, new Envelope("last", owner));

        await Eventually.Equal(1, () => letters.Count);
        Assert.Equal("last", letters.Single().Message);
    }

    [Theory]
    [MemberData(nameof(BoundedKinds))]
    public async Task A_sender_that_waits_for_a_place_goes_to_the_dead_letters_when_the_mailbox_is_closed(string kind)
    {
        await using var system = Systems.WithIds(MailboxKinds.Of(kind).Hocon(capacity: 1, Long * 100));
        var owner = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        var queue = system.QueueFor(owner);
        queue.Enqueue(owner, new Envelope(0, owner));
        using var started = new CountdownEvent(3);
        var sending = Enumerable.Range(1, 3).Select(number => Task.Factory.StartNew(
            () =>
            {
                started.Signal();
                queue.Enqueue(owner, new Envelope(number, owner));
            },
            TaskCreationOptions.LongRunning)).ToArray();
        Assert.True(started.Wait(Long));
        var rest = new UnboundedMessageQueue();

        queue.CleanUp(owner, rest);

        // whoever had not come to wait yet ends likewise
        await Eventually.Within(Task.WhenAll(sending));
        await Eventually.Equal(3, () => letters.Count);
        Assert.Equal([1, 2, 3], letters.Select(letter => (int)letter.Message).Order());
        Assert.Equal((1, 0), (rest.Count, queue.Count));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_message_that_meets_the_end_of_the_mailbox_is_handled_left_over_or_a_dead_letter(string kind)
    {
        const int senders = 3;
        const int each = 40;
        const int rounds = 100;
        await using var system = Systems.WithIds(MailboxKinds.Of(kind).Hocon());
        var owner = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        IMessageQueue queue = new UnboundedMessageQueue();

        // closed earlier and later: with nothing in it, in its first ring, in a later one
        var (handled, leftBehind) = (0, 0);
        var run = LimitedRounds.Run(
            senders,
            rounds,
            begin: () => queue = system.QueueFor(owner),
            theirs: _ =>
            {
                for (var i = 0; i < each; i++)
                {
                    queue.Enqueue(owner, new Envelope(i, owner));
                }
            },
            mine: (round, othersEnd) =>
            {
                for (var least = round % each; least > 0;)
                {
                    if (queue.TryDequeue(out _))
                    {
                        handled++;
                        least--;
                    }
                }

                var rest = new UnboundedMessageQueue();
                queue.CleanUp(owner, rest);
                handled += rest.Count;
                othersEnd();
                leftBehind += queue.Count;
            });

        Assert.Equal(0, leftBehind);
        await Eventually.Equal(senders * each * run, () => handled + letters.Count);
    }

    [Fact]
    public async Task What_a_logger_could_not_write_goes_to_the_standard_output_also_when_it_comes_late()
    {
        await using var system = Systems.WithIds(MailboxKinds.Of("unbounded").Hocon());
        var owner = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        var queue = new LoggerInstrumentedMessageQueue(AkkaInstrumentationExtension.For(system.System), owner, system.System.Settings);
        queue.CleanUp(owner, new UnboundedMessageQueue());

        queue.Enqueue(owner, new Envelope(new Akka.Event.Debug(null, "source", typeof(ClosedSpec), "late"), owner));
        var other = system.QueueFor(owner);
        other.CleanUp(owner, new UnboundedMessageQueue());
        other.Enqueue(owner, new Envelope("last", owner));

        await Eventually.True(() => letters.Any(letter => letter.Message is "last"), () => string.Join(", ", letters));
        Assert.Equal(0, queue.Count);
        Assert.Equal("last", Assert.Single(letters).Message);
    }
}
