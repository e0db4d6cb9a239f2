namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>The latest lost message of each kind, for code and for the page.</summary>
public sealed class LostMessagesSpec
{
    [Fact]
    public async Task The_latest_lost_message_of_each_kind_is_told_with_its_paths_reason_time_and_trace()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var gone = system.ActorOf(Echo.Props, "gone");
        await gone.GracefulStop(TimeSpan.FromSeconds(20));
        var forwarding = Handler.Props((context, message) => gone.Tell(message, context.Self));
        var (first, last) = (system.ActorOf(forwarding, "first"), system.ActorOf(forwarding, "last"));

        first.Tell("a word");
        await Eventually.Equal("/user/first", () => Assert.Single(Lost(system, "String")).SenderPath);
        last.Tell("another word");
        await Eventually.Equal("/user/last", () => Assert.Single(Lost(system, "String")).SenderPath);
        root.Dispose();

        var lost = Assert.Single(Lost(system, "String"));
        Assert.Equal(("undelivered", "/user/gone", 2L, root.TraceId.ToHexString()), (lost.Reason, lost.ReceiverPath, lost.Count, lost.TraceId));
        Assert.InRange(lost.LostAt, root.StartTimeUtc.AddSeconds(-1), DateTime.UtcNow.AddSeconds(1));
    }

    [Fact]
    public async Task A_late_reply_and_a_second_one_name_the_actor_that_answered_and_the_Ask()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        var late = system.ActorOf(
            (context, message) =>
            {
                hold.Pass();
                context.Sender.Tell(message);
            },
            "late");

        await Assert.ThrowsAsync<AskTimeoutException>(() => late.Ask<string>("a question", TimeSpan.FromMilliseconds(10)));
        hold.Release();

        await Eventually.True(() => Lost(system, "String").Any());
        var lost = Assert.Single(Lost(system, "String"));
        Assert.Equal(("late_reply", "/user/late", "/temp/_ask"), (lost.Reason, lost.SenderPath, lost.ReceiverPath));

        using var second = new Hold();
        var twice = system.ActorOf(
            (context, _) =>
            {
                context.Sender.Tell(1);
                second.Pass();
                context.Sender.Tell(2);
            },
            "twice");
        Assert.Equal(1, await twice.Ask<int>("question", TimeSpan.FromSeconds(20)));
        second.Release();
        await Eventually.Equal(
            ("late_reply", "/user/twice", "/temp/_ask", 1L),
            () => Lost(system, "Int32").Select(last => (last.Reason, last.SenderPath, last.ReceiverPath, last.Count)).SingleOrDefault());
    }

    [Fact]
    public async Task However_many_kinds_are_lost_a_hundred_are_listed_and_the_latest_come_first()
    {
        await using var system = Systems.Instrumented();
        for (var i = 0; i < 3_000; i++)
        {
            system.System.EventStream.Publish(new Akka.Event.UnhandledMessage(i, ActorRefs.NoSender, system.System.DeadLetters));
            system.System.EventStream.Publish(new Akka.Event.DeadLetter(i, system.System.DeadLetters, system.System.DeadLetters));
            system.System.EventStream.Publish(new Akka.Event.Dropped(i, $"reason {i}", ActorRefs.NoSender, system.System.DeadLetters));
        }

        var listed = system.System.GetInsight().LostMessages();
        Assert.InRange(listed.Count, 3, AkkaLostMessage.MaxMessages);
        Assert.Equal(listed.OrderByDescending(lost => lost.LostAt), listed);
    }

    private static IEnumerable<AkkaLostMessage> Lost(TestSystem system, string message) =>
        system.System.GetInsight().LostMessages().Where(lost => lost.MessageType == message);
}
