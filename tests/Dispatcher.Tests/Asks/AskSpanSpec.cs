namespace AkkaInstrumentation.Tests.Asks;

/// <summary>The span of an Ask, in a system without other nodes: what it is a child of, what is its child, how it ends.</summary>
public sealed class AskSpanSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(20);

    [Fact]
    public async Task It_is_below_the_askers_span_and_above_the_questions()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var echo = system.ActorOf(Echo.Props, "echo");
        var asks = system.ActorOf(
            AsyncHandler.Props(async (context, message) =>
            {
                var sender = context.Sender;
                sender.Tell(await echo.Ask<object>($"{message}!", Long));
            }),
            "asks");
        using var spans = SpanRecorder.WithRoot(out var root);
        Assert.Equal("1!", await asks.Ask<string>(1, Long));
        root.Stop();

        var all = await spans.WaitForStopped(1 + 4);
        var (outer, handler, inner, answered) = (Of("ask Int32"), Of("AsyncHandler/Int32"), Of("ask String"), Of("Echo/String"));
        Assert.Equal(
            (root.SpanId, outer.SpanId, handler.SpanId, inner.SpanId),
            (outer.ParentSpanId, handler.ParentSpanId, inner.ParentSpanId, answered.ParentSpanId));
        Assert.Equal((ActivityKind.Internal, ActivityStatusCode.Unset), (inner.Kind, inner.Status));
        Assert.Equal(
            new Dictionary<string, object?>
            {
                [AkkaSpanAttributes.ActorSystemName] = system.Name,
                [AkkaSpanAttributes.MessageType] = "String",
                [AkkaSpanAttributes.SenderPath] = "/user/asks",
                [AkkaSpanAttributes.ReceiverPath] = "/user/echo",
            },
            inner.TagObjects.ToDictionary());
        Assert.Null(outer.GetTagItem(AkkaSpanAttributes.SenderPath));

        Activity Of(string name) => Assert.Single(all, span => span.DisplayName == name);
    }

    /// <summary>Two actor systems in a process: a path is one of the system that the span names.</summary>
    [Fact]
    public async Task An_asker_of_another_system_is_no_sender_of_this_one()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        await using var other = Systems.Instrumented(Systems.SeesAsks);
        var echo = system.ActorOf(Echo.Props, "echo");
        var asks = other.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var sender = context.Sender;
            sender.Tell(await echo.Ask<object>($"{message}!", Long));
        }), "asks");
        using var spans = SpanRecorder.WithRoot(out var root);
        Assert.Equal("1!", await asks.Ask<string>(1, Long));
        root.Stop();

        var inner = Assert.Single(await spans.WaitForStopped(1 + 4), span => span.DisplayName == "ask String");
        Assert.Equal(system.Name, inner.GetTagItem(AkkaSpanAttributes.ActorSystemName));
        Assert.Null(inner.GetTagItem(AkkaSpanAttributes.SenderPath));
    }

    [Fact]
    public async Task What_is_current_for_the_asker_does_not_change()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var echo = system.ActorOf(Echo.Props);
        using var spans = SpanRecorder.WithRoot(out var root);
        var asked = echo.Ask<string>("question", Long);
        Assert.Same(root, Activity.Current);
        await asked;
        Assert.Same(root, Activity.Current);
        root.Stop();
        await spans.WaitForStopped(1 + 2);
    }

    /// <summary>It ends when its answer comes, not when a thread of the pool sees that: the critical path of a trace depends on it.</summary>
    [Fact]
    public async Task It_has_ended_when_its_asker_asks_the_next_question()
    {
        const int Questions = 1_000;
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var echo = system.ActorOf(Echo.Props);
        using var spans = SpanRecorder.WithRoot(out var root);
        for (var i = 0; i < Questions; i++)
        {
            await echo.Ask<string>($"{i}", Long);
        }

        root.Stop();
        var all = await spans.WaitForStopped(1 + (2 * Questions));
        var asks = all.Where(span => span.DisplayName == "ask String").OrderBy(span => span.StartTimeUtc).ToList();
        Assert.Equal(Questions, asks.Count);
        Assert.Equal(0, asks.Zip(asks.Skip(1)).Count(pair => pair.First.StartTimeUtc + pair.First.Duration > pair.Second.StartTimeUtc));
    }

    public static TheoryData<string, string, string> Failures => new()
    {
        { "no answer", "Akka.Actor.AskTimeoutException", "No answer came in time." },
        { "Status.Failure", "System.FormatException", "not so" },
        { "cancelled", "System.Threading.Tasks.TaskCanceledException", "" },
    };

    [Theory]
    [MemberData(nameof(Failures))]
    public async Task One_that_fails_is_an_error(string way, string errorType, string text)
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var answers = system.ActorOf((context, message) =>
        {
            if (message is "Status.Failure")
            {
                context.Sender.Tell(new Status.Failure(new FormatException("not so")));
            }
        });
        using var spans = SpanRecorder.WithRoot(out var root);
        using var cancellation = new CancellationTokenSource();
        var asked = answers.Ask<string>(way, way == "no answer" ? Short : Long, cancellation.Token);
        if (way == "cancelled")
        {
            await cancellation.CancelAsync();
        }

        await Assert.ThrowsAnyAsync<Exception>(() => asked);
        root.Stop();
        var span = Assert.Single(await spans.WaitForStopped(1 + 2), span => span.DisplayName == "ask String");
        Assert.Equal(
            (ActivityStatusCode.Error, errorType, text),
            (span.Status, span.GetTagItem(AkkaSpanAttributes.ErrorType), span.StatusDescription ?? ""));
    }

    [Theory]
    [InlineData("akka.instrumentation.tracing.ask-spans = off", "Echo/String")]
    [InlineData("akka.instrumentation.rules.no { message = String, trace = never }", "")]
    [InlineData("akka.instrumentation.tracing.max-spans-per-trace = 2", "ask String")]
    [InlineData("", "Echo/String ask String")]
    public async Task Settings_and_rules_decide(string hocon, string expected)
    {
        await using var system = Systems.Instrumented($"{Systems.SeesAsks}\n{hocon}");
        var echo = system.ActorOf(Echo.Props);
        using var spans = SpanRecorder.WithRoot(out var root);
        Assert.Equal("question", await echo.Ask<string>("question", Long));
        root.Stop();
        await Eventually.Equal(
            expected,
            () => string.Join(' ', spans.Stopped.Where(span => span != root).Select(span => span.DisplayName).Order(StringComparer.Ordinal)));
    }

    [Fact]
    public async Task Akkas_own_questions_have_none()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var echo = system.ActorOf(Echo.Props);
        using var spans = SpanRecorder.WithRoot(out var root);
        Assert.NotNull((await echo.Ask<ActorIdentity>(new Identify(1), Long)).Subject);
        Assert.Equal("last", await echo.Ask<string>("last", Long));
        root.Stop();
        Assert.DoesNotContain(await spans.WaitForStopped(1 + 2), span => span.DisplayName.Contains("Identify", StringComparison.Ordinal));
    }

    /// <summary>Many at once, some answered, some not: each span ends once.</summary>
    [Fact]
    public async Task Of_ten_thousand_each_has_one_span_that_ends_once()
    {
        const int Count = 10_000;
        await using var system = Systems.Instrumented($"{Systems.SeesAsks}\nakka.instrumentation.tracing.max-spans-per-trace = 1000000");
        var halfAnswers = system.ActorOf((context, message) =>
        {
            if (message is int number && number % 2 == 0)
            {
                context.Sender.Tell(number);
            }
        });
        using var spans = SpanRecorder.WithRoot(out var root);
        await Parallel.ForEachAsync(Enumerable.Range(0, Count), new ParallelOptions { MaxDegreeOfParallelism = 200 }, async (number, _) =>
        {
            try
            {
                Assert.Equal(number, await halfAnswers.Ask<int>(number, number % 2 == 0 ? Long : Short, CancellationToken.None));
            }
            catch (AskTimeoutException)
            {
                Assert.Equal(1, number % 2);
            }
        });
        root.Stop();
        var asks = (await spans.WaitForStopped(1 + (2 * Count))).Where(span => span.DisplayName == "ask Int32").ToList();
        Assert.Equal(
            (Count, Count, Count / 2),
            (asks.Count, asks.Select(span => span.SpanId).Distinct().Count(), asks.Count(span => span.Status == ActivityStatusCode.Error)));
        Assert.Empty(spans.Open);
    }
}
