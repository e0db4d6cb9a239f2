namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Dead letters, unhandled messages and log events, as the event stream publishes them.</summary>
public class EventsSpec
{
    [Fact]
    public async Task What_reaches_nobody_is_reported_with_the_types_of_both_and_its_own()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var gone = await Stopped(system);
        var sender = system.ActorOf((context, message) => gone.Tell(message, context.Self));
        var stopping = system.ActorOf((context, _) =>
        {
            context.Stop(context.Self);
            hold.Pass();
        });

        sender.TellNumbers(2);
        sender.Tell("text", ActorRefs.NoSender);
        stopping.Tell("stop", ActorRefs.NoSender);
        await hold.Entered;
        stopping.Tell("still waits", ActorRefs.NoSender);
        hold.Release();
        OnNobodysThread(() => system.System.ActorSelection("/user/nobody").Tell(1, ActorRefs.NoSender));
        OnNobodysThread(() => system.System.DeadLetters.Tell("text", ActorRefs.NoSender));

        await Eventually.Passes(() => Assert.Equal(
            (2, 1, 1, 1, 1),
            (DeadLetters(metrics, "Echo", "Handler", "Int32"), DeadLetters(metrics, "Echo", "Handler", "String"),
                DeadLetters(metrics, "Handler", "_none", "String"), DeadLetters(metrics, "_unknown", "_none", "Int32"),
                DeadLetters(metrics, "_none", "_none", "String"))));
    }

    [Fact]
    public async Task Dropped_and_suppressed_messages_are_dead_letters_of_a_reason_of_their_own()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Echo.Props);
        var gone = await Stopped(system);
        system.System.EventStream.Publish(new Dropped(1, "test", actor));
        gone.Tell(new Quiet(), ActorRefs.NoSender);

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorDeadLetters,
            (AkkaMetricAttributes.DeadLetterReason, "dropped"), (AkkaSpanAttributes.ActorType, "Echo")));
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, "suppressed"),
            (AkkaSpanAttributes.MessageType, "EventsSpec.Quiet")));
    }

    [Fact]
    public async Task What_a_full_mailbox_drops_has_that_reason_and_what_waits_when_its_actor_stops_has_not()
    {
        await using var system = Systems.Instrumented(
            "akka.actor.mailbox.bounded-queue-based { mailbox-capacity = 2, mailbox-push-timeout-time = 0s }");
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var actor = system.ActorOf(Handler.Props((_, _) => hold.Pass()).WithMailbox("akka.actor.mailbox.bounded-queue-based"));
        actor.Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        actor.TellNumbers(7);

        await Eventually.Equal(5, () => metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, "dropped")));
        ((IInternalActorRef)actor).Stop();
        hold.Release();

        await Eventually.Equal(2, () => metrics.Sum(AkkaMetricNames.ActorDeadLetters,
            (AkkaMetricAttributes.DeadLetterReason, "undelivered"), (AkkaSpanAttributes.MessageType, "Int32")));
        Assert.Equal(5, metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, "dropped")));
        Assert.Equal(5, metrics.Sum(AkkaMetricNames.MailboxMessageDropped, (AkkaSpanAttributes.ActorType, "Handler"),
            (AkkaMetricAttributes.MailboxDropReason, "overflow")));
        Assert.Equal(5, metrics.Sum(AkkaMetricNames.MailboxMessageDropped));
    }

    // As a remote transport does whose node is gone, while the asker still waits.
    [Fact]
    public async Task A_question_that_another_actor_sends_to_the_dead_letters_is_not_a_late_answer()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var given = new CancellationTokenSource();
        var way = system.ActorOf((context, message) => context.System.DeadLetters.Tell(message, context.Sender));
        var asking = way.Ask<int>(1, given.Token);

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorDeadLetters,
            (AkkaMetricAttributes.DeadLetterReason, "discarded"), (AkkaMetricAttributes.SenderType, "_ask")));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorDeadLetters));
        given.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asking);
    }

    [Fact]
    public async Task An_unhandled_message_is_no_dead_letter()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var deaf = system.ActorOf(Deaf.Props);
        deaf.Tell(1, ActorRefs.NoSender);

        await Eventually.Equal(1, () => metrics.Sum(
            AkkaMetricNames.ActorMessageUnhandled,
            (AkkaSpanAttributes.ActorType, "Deaf"),
            (AkkaMetricAttributes.SenderType, "_none"),
            (AkkaSpanAttributes.MessageType, "Int32")));
        Assert.Null(metrics.Sum(AkkaMetricNames.ActorDeadLetters));
    }

    [Fact]
    public async Task Log_events_are_counted_by_level()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        system.System.EventStream.Publish(new Warning("test", GetType(), "one"));
        system.System.EventStream.Publish(new Warning("test", GetType(), "two"));
        system.System.EventStream.Publish(new Info("test", GetType(), "three"));

        Assert.Equal(2, metrics.Sum(AkkaMetricNames.LogEvents, (AkkaMetricAttributes.LogLevel, "warning")));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.LogEvents, (AkkaMetricAttributes.LogLevel, "info")));
    }

    [Fact]
    public async Task Dead_letters_of_ever_new_types_share_one_series_in_the_end()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        Type[] some = [.. typeof(object).Assembly.GetExportedTypes()
            .Where(type => type is { IsClass: true, ContainsGenericParameters: false, IsAbstract: false }).Take(40)];
        foreach (var message in some.SelectMany(_ => some, (one, other) => Activator.CreateInstance(typeof(Pair<,>).MakeGenericType(one, other))!))
        {
            system.System.EventStream.Publish(new DeadLetter(message, ActorRefs.Nobody, ActorRefs.Nobody));
        }

        var letters = AkkaInstrumentationExtension.For(system.System).Insight.Events!.DeadLetters.All.ToList();
        Assert.Equal(1_600, letters.Sum(count => count.Value));
        Assert.Equal(LossCounts.MaxSeries + 1, letters.Count);
        Assert.Contains(letters, count => count.Value == 600 && count.Tags.Contains(new(AkkaSpanAttributes.MessageType, "_other")));
    }

    // Without a sender a selection takes the actor whose thread it is. A thread of the pool may still be a test kit's: its constructor makes the
    // thread that of its test actor, for implicit senders, and nobody takes that back.
    private static void OnNobodysThread(Action tell)
    {
        var thread = new Thread(() => tell()) { IsBackground = true };
        thread.Start();
        thread.Join();
    }

    private static long? DeadLetters(MetricRecorder metrics, string recipient, string sender, string message) => metrics.Sum(
        AkkaMetricNames.ActorDeadLetters,
        (AkkaSpanAttributes.ActorType, recipient),
        (AkkaMetricAttributes.SenderType, sender),
        (AkkaSpanAttributes.MessageType, message),
        (AkkaMetricAttributes.DeadLetterReason, "undelivered"));

    private static async Task<IActorRef> Stopped(TestSystem system)
    {
        var actor = system.ActorOf(Echo.Props);
        Assert.True(await actor.GracefulStop(TimeSpan.FromSeconds(20)));
        return actor;
    }

    private sealed record Quiet : IDeadLetterSuppression;

    private sealed class Pair<TOne, TOther>;
}
