namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>What holds for an actor on the default dispatcher holds on every kind of dispatcher that Akka can configure.</summary>
public class EveryKindSpec
{
    public static TheoryData<string> Names => Kind.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_supervisors_dispatcher_sees_its_childs_failure(string kind)
    {
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Kind.Hocon(kind)}");
        using var spans = SpanRecorder.WithRoot(out var root);
        var parent = Kind.ActorOn(system, Handler.Props((context, message) =>
            context.ActorOf(Handler.Props((_, _) => throw new TimeoutException("child's"))).Forward(message)));

        parent.Tell("message", ActorRefs.NoSender);

        await spans.WaitForStopped(2);
        root.Stop();
        Assert.Equal(
            """
            test
              Handler/String
                Handler/String !System.TimeoutException
            """,
            spans.Tree());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Thousands_of_messages_from_four_senders_have_a_span_each(string kind)
    {
        const int Actors = 10;
        const int Messages = 4_000;
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Kind.Hocon(kind, "throughput = 3")}");
        var prefix = $"stress-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        using var metrics = new MetricRecorder(system.Name, name => name != AkkaMetricNames.MailboxWaitDuration);
        var wrongCurrent = 0;
        var actors = Enumerable.Range(0, Actors).Select(i => Kind.ActorOn(system, AsyncHandler.Props(Handle), $"{prefix}-{i}")).ToList();

        await Task.WhenAll(Enumerable.Range(0, 4).Select(sender => Task.Run(() =>
        {
            for (var i = sender; i < Messages; i += 4)
            {
                actors[i % Actors].Tell(i, ActorRefs.NoSender);
            }
        })));

        await Eventually.Equal(Messages, () => spans.Stopped.Count, TimeSpan.FromSeconds(60));
        await Eventually.Equal(0, () => spans.Open.Count);
        Assert.Equal(Messages, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "Int32")));
        Assert.Equal(Messages / 100, metrics.Sum(AkkaMetricNames.ActorFailures));
        Assert.Equal(Messages / 100, spans.Stopped.Count(span => span.Status == ActivityStatusCode.Error));
        Assert.Equal(0, wrongCurrent);
        await NothingIsCurrentOn(((ActorCell)((ActorRefWithCell)actors[0]).Underlying).Dispatcher);

        async Task Handle(IActorContext context, object message)
        {
            if (Activity.Current?.GetTagItem(AkkaSpanAttributes.ActorPath) as string != context.Self.Path.ToStringWithoutAddress())
            {
                Interlocked.Increment(ref wrongCurrent);
            }

            switch ((int)message % 100)
            {
                case 7:
                    throw new InvalidOperationException("now and then");
                case 8 or 9:
                    await Task.Yield();
                    break;
            }
        }
    }

    private static async Task NothingIsCurrentOn(MessageDispatcher dispatcher)
    {
        var left = new ConcurrentBag<string>();
        using (ExecutionContext.SuppressFlow())
        {
            for (var i = 0; i < 100; i++)
            {
                dispatcher.Schedule(() => left.Add(Activity.Current?.DisplayName ?? "nothing"));
            }
        }

        await Eventually.Equal(100, () => left.Count);
        Assert.Equal(["nothing"], left.Distinct());
    }
}
