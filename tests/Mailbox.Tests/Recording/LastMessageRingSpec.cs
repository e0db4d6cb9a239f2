namespace AkkaInstrumentation.Tests;

/// <summary>The ring of an actor's last messages: what it keeps, what it costs, what readers see while it is written.</summary>
[Collection(Alone.Name)]
public class LastMessageRingSpec
{
    private const int Names = 16;

    private static readonly long Unit = Stopwatch.Frequency / 10_000_000;
    private static readonly string[] Types = [.. Enumerable.Range(0, Names).Select(i => $"T{i}")];
    private static readonly IActorRef[] Senders = [.. Enumerable.Range(0, Names).Select(i => new RefAt($"/user/s{i}"))];

    [Fact]
    public void A_late_end_finds_its_own_message_or_none()
    {
        var last = new LastMessageRing(2);
        var late = last.Begin("A", null, 1_000 * Unit, waited: 0, isScheduled: false);
        var next = last.Begin("B", null, 1_010 * Unit, waited: 0, isScheduled: false);
        last.End(late, 1_004 * Unit, hasFailed: false);
        Assert.Equal([("B", null), ("A", TimeSpan.FromTicks(4))], last.Read().Select(message => (message.MessageType, message.WorkTime)));

        last.Begin("C", null, 1_020 * Unit, waited: 0, isScheduled: false);
        last.Begin("D", null, 1_020 * Unit, waited: 0, isScheduled: false);
        last.End(next, 1_030 * Unit, hasFailed: true);
        last.End(number: 5, 1_030 * Unit, hasFailed: true);
        Assert.Equal([("D", AkkaMessageOutcome.Running), ("C", AkkaMessageOutcome.Running)], last.Read()
            .Select(message => (message.MessageType, message.Outcome)));
    }

    [Fact]
    public void A_sender_whose_path_throws_loses_no_message()
    {
        var last = new LastMessageRing(1);
        last.Begin("A", new Pathless(), 1_000 * Unit, waited: 0, isScheduled: false);

        Assert.Equal(("A", null), (last.Read()[0].MessageType, last.Read()[0].SenderPath));
    }

    [Fact]
    public void A_message_allocates_nothing()
    {
        var last = new LastMessageRing(32);
        var number = 0L;

        Assert.Equal(0, AllocationMeter.OnThread(() => Handle(last, ++number), expected: 0));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public async Task Readers_see_whole_messages_in_their_order_while_they_are_replaced(int capacity)
    {
        var last = new LastMessageRing(capacity);
        var stop = false;
        var writer = Task.Factory.StartNew(
            () =>
            {
                for (var number = 1L; !Volatile.Read(ref stop); number++)
                {
                    Handle(last, number);
                }
            },
            TaskCreationOptions.LongRunning);
        try
        {
            var (reads, found) = (0, 0);
            for (; reads < 3_000 || found == 0; reads++)
            {
                found += Check(last.Read());
            }
        }
        finally
        {
            Volatile.Write(ref stop, true);
        }

        await writer;
        Assert.Equal(capacity, Check(last.Read()));
    }

    // Every part of a message follows from its number.
    private static void Handle(LastMessageRing last, long number)
    {
        var name = (int)(number % Names);
        last.Begin(Types[name], Senders[name], number * Unit, number * Unit, isScheduled: false);
        last.End(2 * number * Unit, hasFailed: number % 2 == 0);
    }

    private static int Check(IReadOnlyList<AkkaLastMessage> messages)
    {
        for (var i = 0; i < messages.Count; i++)
        {
            var (message, number) = (messages[i], NumberOf(messages[i]));
            Assert.Equal(NumberOf(messages[0]) - i, number);
            Assert.Equal((Types[number % Names], $"/user/s{number % Names}"), (message.MessageType, message.SenderPath));
            Assert.True(
                message.Outcome == AkkaMessageOutcome.Running
                    ? i == 0 && message.WorkTime is null
                    : message.WorkTime == message.WaitTime
                        && message.Outcome == (number % 2 == 0 ? AkkaMessageOutcome.Failed : AkkaMessageOutcome.Processed),
                $"{message}");
        }

        return messages.Count;
    }

    private static long NumberOf(AkkaLastMessage message) => message.WaitTime!.Value.Ticks;
}
