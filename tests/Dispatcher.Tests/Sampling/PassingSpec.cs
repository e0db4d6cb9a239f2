namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>A trace that passes through a message without a span: also through a handler that awaits.</summary>
public sealed class PassingSpec
{
    private const string Rules =
        """
        akka.instrumentation.rules {
          traced { path = "/user/traced", trace = sampled }
          left-out { actor = AsyncHandler, trace = never }
          passes { message = "*Passes", trace = never }
        }
        one-thread {
          type = "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher"
          executor = fork-join-executor
          dedicated-thread-pool { thread-count = 1, threadtype = background }
          throughput = 1
        }
        calling-thread { type = "Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit" }
        """;

    private sealed record Passes;

    private sealed record Refused;

    [Fact]
    public async Task It_reaches_neither_into_the_next_message_nor_into_another_actor_of_the_thread()
    {
        await using var system = Systems.Instrumented(Rules);
        using var spans = SpanRecorder.WithRoot(out var root);
        var sent = 0;
        var last = system.ActorOf((_, _) => Interlocked.Increment(ref sent));
        using var hold = new Hold();
        var actor = system.ActorOf(AsyncHandler.Props(async (_, message) =>
        {
            if (message is "awaits")
            {
                await hold.PassAsync();
            }

            last.Tell("sent", ActorRefs.NoSender);
        }).WithDispatcher("one-thread"));
        var traced = system.ActorOf(AsyncHandler.Props((_, _) => Task.CompletedTask).WithDispatcher("one-thread"), "traced");
        var neighbour = system.ActorOf(AsyncHandler.Props((_, _) =>
        {
            last.Tell("sent", ActorRefs.NoSender);
            return Task.CompletedTask;
        }).WithDispatcher("one-thread"));

        await hold.EnterAt(traced);
        actor.Tell("awaits", ActorRefs.NoSender);
        Activity.Current = null;
        Assert.Null(await CurrentOnTheThread(system));
        neighbour.Tell("outside", ActorRefs.NoSender);
        await Eventually.Equal(1, () => Volatile.Read(ref sent));
        actor.Tell("outside", ActorRefs.NoSender);
        hold.Release();

        await Eventually.Equal(3, () => Volatile.Read(ref sent));
        Assert.All(await spans.WaitForStopped(2), span => Assert.Equal(root.SpanId, span.ParentSpanId));
    }

    /// <summary>Sent to on the thread of an actor that awaits, a handler runs on that actor's scheduler, too.</summary>
    [Theory]
    [InlineData(null)]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_is_piped_stays_in_it(bool? useConfigureAwait)
    {
        await using var system = Systems.Instrumented(Rules);
        using var spans = SpanRecorder.OfActor(out var name);
        using var test = SpanRecorder.WithRoot(out var root);
        var inner = system.ActorOf(
            Handler.Props((context, message) =>
            {
                if (message is Passes)
                {
                    var result = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
                    _ = useConfigureAwait is { } captured ? result.Task.PipeTo(context.Self, captured) : result.Task.PipeTo(context.Self);
                    result.SetResult("piped");
                }
            }).WithDispatcher("calling-thread"),
            name);

        system.ActorOf(AsyncHandler.Props((_, _) =>
        {
            inner.Tell(new Passes(), ActorRefs.NoSender);
            return Task.CompletedTask;
        })).Tell("passes", ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("String", true), (span.GetTagItem(AkkaSpanAttributes.MessageType), span.TraceId == root.TraceId));
    }

    public static TheoryData<string> Ways => ["at once", "await", "await elsewhere", "task", "pipe", "ask"];

    /// <summary>As it would from an actor with a span: it flows with the execution context.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_a_handler_starts_is_in_it_and_a_library_s_span_has_the_sender_s_for_a_parent(string way)
    {
        await using var system = Systems.Instrumented(Rules);
        using var library = new ActivitySource($"library-{Guid.NewGuid():N}");
        using var spans = SpanRecorder.WithRoot(out var root, library.Name);
        var last = system.ActorOf(Handler.Props((context, _) => context.Sender.Tell("answer")));
        var second = system.ActorOf(AsyncHandler.Props((_, _) => Pass(last)));
        var first = system.ActorOf(AsyncHandler.Props((_, _) => Pass(second)));

        first.Tell("passes", ActorRefs.NoSender);
        // it has ended when libraries and the last actor come to it
        root.Stop();

        var messages = (await spans.WaitForStopped(4)).Where(span => span != root).ToList();
        Assert.All(messages, span => Assert.Equal((root.TraceId, root.SpanId), (span.TraceId, span.ParentSpanId)));
        Assert.Equal(2, messages.Count(span => span.Source.Name == library.Name));

        async Task Pass(IActorRef next)
        {
            if (way is "await")
            {
                await Task.Yield();
            }
            else if (way is "await elsewhere")
            {
                await Task.Delay(1).ConfigureAwait(false);
            }

            switch (way)
            {
                case "task":
                    _ = Task.Run(() => Call(next));
                    break;
                case "pipe":
                    using (library.StartActivity("query"))
                    {
                    }

                    _ = Task.Delay(1).ContinueWith(_ => "piped", TaskScheduler.Default).PipeTo(next);
                    break;
                case "ask":
                    using (library.StartActivity("query"))
                    {
                    }

                    _ = next.Ask<string>("asked", TimeSpan.FromSeconds(20));
                    break;
                default:
                    Call(next);
                    break;
            }
        }

        void Call(IActorRef next)
        {
            using (library.StartActivity("query"))
            {
            }

            next.Tell("passes", ActorRefs.NoSender);
        }
    }

    [Fact]
    public async Task The_sender_s_span_is_not_the_message_s()
    {
        await using var system = Systems.Instrumented(Rules);
        using var spans = SpanRecorder.WithRoot(out var root);
        var seen = new TaskCompletionSource<(Activity?, Activity?)>(TaskCreationOptions.RunContinuationsAsynchronously);
        var passes = system.ActorOf(AsyncHandler.Props(async (_, _) =>
        {
            await Task.Yield();
            seen.SetResult((Activity.Current, AkkaCurrentMessage.Span));
        }));
        var sender = system.ActorOf((_, message) => passes.Tell(message, ActorRefs.NoSender));

        sender.Tell("passes", ActorRefs.NoSender);

        var (current, span) = await Eventually.Within(seen.Task);
        Assert.Same(Assert.Single(await spans.WaitForStopped(1)), current);
        Assert.Null(span);
    }

    /// <summary>
    /// A filter is asked by the receiver, so the sender of the first message does not keep its span for it. That of the second does.
    /// </summary>
    [Fact]
    public async Task A_message_that_the_filter_refused_before_does_not_take_the_sender_s_span_from_it()
    {
        await using var system = SetUp.System(new InstrumentationSetup(Config.Empty, (message, _) => message.Message is not Refused), Rules);
        using var spans = SpanRecorder.WithRoot(out _);
        using var handled = new ManualResetEventSlim();
        var seen = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var refusing = system.ActorOf((_, _) => handled.Set());
        var passes = system.ActorOf((_, _) => seen.SetResult(Activity.Current));
        var sender = system.ActorOf((_, _) =>
        {
            refusing.Tell(new Refused(), ActorRefs.NoSender);
            handled.Wait(TimeSpan.FromSeconds(20));
            passes.Tell(new Passes(), ActorRefs.NoSender);
        });

        sender.Tell("begin", ActorRefs.NoSender);

        var current = await Eventually.Within(seen.Task);
        Assert.Same(Assert.Single(await spans.WaitForStopped(1)), current);
    }

    // It is free, because the handlers that had it stand at their awaits.
    private static Task<Activity?> CurrentOnTheThread(TestSystem system)
    {
        var found = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        system.System.Dispatchers.Lookup("one-thread").Schedule(() => found.SetResult(Activity.Current));
        return Eventually.Within(found.Task);
    }
}
