namespace AkkaInstrumentation.Tests;

/// <summary><c>akka.ask.duration</c>: each Ask is recorded once, with who asked what and how it ended.</summary>
public sealed class AskSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(20);

    [Fact]
    public async Task An_answered_ask_lasts_until_its_answer()
    {
        await using var asking = new Asking();
        var asker = new TaskCompletionSource<IActorRef>();
        var silent = asking.Node.Test.ActorOf(Handler.Props((context, _) => asker.SetResult(context.Sender)));
        var answer = silent.Ask<string>("question", Long);
        var waiting = await Eventually.Within(asker.Task);
        var begun = Stopwatch.GetTimestamp();
        await Task.Delay(20);
        var atLeast = Stopwatch.GetElapsedTime(begun);
        waiting.Tell("answer");
        Assert.Equal("answer", await Eventually.Within(answer));

        var measured = await asking.Single();
        Assert.True(measured.Value >= atLeast.TotalSeconds, $"{measured}, {atLeast}");
        Assert.Equal(
            [AkkaSpanAttributes.ActorSystemName, AkkaMetricAttributes.SenderType, AkkaSpanAttributes.MessageType],
            measured.Tags.Select(tag => tag.Key));
        Assert.Equal(("_none", "String"), (measured.Tag(AkkaMetricAttributes.SenderType), measured.Tag(AkkaSpanAttributes.MessageType)));
    }

    [Fact]
    public async Task An_actor_that_asks_is_named_before_and_after_it_has_awaited()
    {
        await using var asking = new Asking();
        var echo = asking.Echo();
        var asker = asking.Node.Test.ActorOf(Props.Create(() => new Asker(echo)));
        Assert.Equal("done", await asker.Ask<string>('?', Long));

        await asking.Until(3);
        Assert.Equal(
            ["AskSpec.Asker asks Int32", "AskSpec.Asker asks String", "_none asks Char"],
            asking.Measured.Select(measured => $"{measured.Tag(AkkaMetricAttributes.SenderType)} asks {measured.Tag(AkkaSpanAttributes.MessageType)}")
                .Order(StringComparer.Ordinal));
        Assert.All(asking.Measured, measured => Assert.Null(measured.Tag(AkkaSpanAttributes.ErrorType)));
    }

    public static TheoryData<string, Type> Failures => new()
    {
        { "no answer", typeof(AskTimeoutException) },
        { "Status.Failure", typeof(FormatException) },
        { "Status.Failure, taken as an object", typeof(FormatException) },
        { "an answer of another type", typeof(ArgumentException) },
    };

    [Theory]
    [MemberData(nameof(Failures))]
    public async Task An_ask_that_fails_names_its_exception(string way, Type exception)
    {
        await using var asking = new Asking();
        var failing = asking.Answering(new Status.Failure(new FormatException("no")));
        await Assert.ThrowsAsync(exception, () => way switch
        {
            "no answer" => asking.Silent().Ask<string>("question", Short),
            "Status.Failure" => failing.Ask<string>("question", Long),
            "Status.Failure, taken as an object" => failing.Ask<object>("question", Long),
            _ => asking.Echo().Ask<int>("question", Long),
        });
        Assert.Equal(exception.FullName, await asking.SingleError());
    }

    [Fact]
    public async Task A_time_out_is_noted_with_question_asker_and_receiver_and_those_of_Akka_are_not()
    {
        await using var asking = new Asking();
        var silent = asking.Silent();
        await Assert.ThrowsAsync<AskTimeoutException>(() => silent.Ask<string>(new Status.Success(1), Short));
        await Assert.ThrowsAsync<AskTimeoutException>(() => silent.Ask<string>("question", Short));
        await Assert.ThrowsAsync<AskTimeoutException>(() => asking.Answering(new Status.Failure(new AskTimeoutException("below")))
            .Ask<string>("chain", Long));
        await asking.Until(3);
        var noted = Assert.Single(AkkaInstrumentationExtension.For(asking.Node.System).Insight.TimedOutAsks.Read()).Latest;
        Assert.Equal(new AskTimeout("String", "_none", "Handler", silent.Path.ToStringWithoutAddress()), noted);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_cancelled_ask_has_an_error_of_its_own(bool before)
    {
        await using var asking = new Asking();
        using var cancellation = new CancellationTokenSource();
        if (before)
        {
            await cancellation.CancelAsync();
        }

        var answer = asking.Silent().Ask<string>("question", Long, cancellation.Token);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => answer);
        Assert.Equal("System.Threading.Tasks.TaskCanceledException", await asking.SingleError());
    }

    [Fact]
    public async Task A_selection_is_asked_like_a_reference()
    {
        await using var asking = new Asking();
        var echo = asking.Echo();
        Assert.Equal("question", await asking.Node.System.ActorSelection(echo.Path.ToStringWithoutAddress()).Ask<string>("question", Long));
        Assert.Equal("String", (await asking.Single()).Tag(AkkaSpanAttributes.MessageType));
    }

    [Fact]
    public async Task An_actor_of_another_node_answers_the_asker_below_temp()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        await using var there = Node.StartPlain(network, 2);
        there.ActorOf((context, _) => context.Sender.Tell(context.Sender.Path.ToString()), "far");
        var far = await here.Find(there, "far");
        using var recorder = RecorderOf(network);
        var path = await far.Ask<string>("question", Long);

        Assert.StartsWith($"{here.Address}/temp/", path, StringComparison.Ordinal);
        var measured = await Eventually.Within(Once(recorder));
        Assert.Null(measured.Tag(AkkaSpanAttributes.ErrorType));
    }

    [Fact]
    public async Task Parallel_asks_are_counted_exactly()
    {
        const int Count = 10_000;
        await using var asking = new Asking();
        var halfFails = asking.Node.Test.ActorOf(Handler.Props((context, message) =>
            context.Sender.Tell(message is int number && number % 2 == 0 ? number : new Status.Failure(new FormatException("odd")))));
        var answered = 0;
        await Parallel.ForEachAsync(Enumerable.Range(0, Count), new ParallelOptions { MaxDegreeOfParallelism = 100 }, async (number, _) =>
        {
            try
            {
                Assert.Equal(number, await halfFails.Ask<int>(number, Long, CancellationToken.None));
                Interlocked.Increment(ref answered);
            }
            catch (FormatException)
            {
            }
        });

        await asking.Until(Count);
        Assert.Equal("last", await asking.Echo().Ask<string>("last", Long));
        await asking.Until(Count + 1);
        Assert.Equal(Count / 2, answered);
        Assert.Equal(
            (Count / 2, Count / 2, 1),
            (asking.With("Int32", null), asking.With("Int32", "System.FormatException"), asking.With("String", null)));
    }

    [Fact]
    public async Task Questions_beyond_the_cap_share_a_name()
    {
        await using var asking = new Asking("akka.instrumentation.metrics.max-message-types = 1");
        var echo = asking.Echo();
        await echo.Ask<string>("first", Long);
        await echo.Ask<int>(2, Long);
        await echo.Ask<long>(3L, Long);
        await asking.Until(3);
        Assert.Equal((1, 2), (asking.With("String", null), asking.With("_other", null)));
    }

    [Fact]
    public async Task A_listener_that_throws_costs_neither_an_answer_nor_a_time_out()
    {
        await using var asking = new Asking();
        var thrown = 0;
        asking.Recorder.OnRecorded = _ =>
        {
            Interlocked.Increment(ref thrown);
            throw new InvalidOperationException("a listener");
        };
        Assert.Equal("question", await asking.Echo().Ask<string>("question", Long));
        await Assert.ThrowsAsync<AskTimeoutException>(() => asking.Silent().Ask<string>("question", Short));
        await Eventually.Equal(2, () => Volatile.Read(ref thrown));
    }

    [Fact]
    public async Task An_open_ask_keeps_no_question()
    {
        await using var asking = new Asking();
        var result = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        var reference = asking.Node.Provider.CreateFutureRef(result);
        Assert.IsType<RecordedAsk<string>>(reference);
        var question = Deliver(reference);
        await Eventually.Collected(question);
        reference.Tell("answer", ActorRefs.NoSender);
        Assert.Equal("answer", await Eventually.Within(result.Task));
        Assert.Equal("Object", (await asking.Single()).Tag(AkkaSpanAttributes.MessageType));
    }

    [Theory]
    [InlineData(Node.Ours)]
    [InlineData(Node.Plain)]
    public async Task A_failure_that_nobody_reads_stays_unobserved(string provider)
    {
        await using var asking = new Asking(provider: provider);
        var text = Guid.NewGuid().ToString();
        var unobserved = 0;
        EventHandler<UnobservedTaskExceptionEventArgs> note = (_, found) =>
        {
            if (found.Exception.InnerExceptions.Any(inner => inner.Message == text))
            {
                Interlocked.Increment(ref unobserved);
            }
        };
        TaskScheduler.UnobservedTaskException += note;
        try
        {
            var failing = asking.Answering(new Status.Failure(new FormatException(text)));
            AskAndForget(failing);
            if (provider == Node.Ours)
            {
                Assert.Equal("System.FormatException", await asking.SingleError());
            }

            // An actor's cell keeps its last sender.
            failing.Tell("forget the asker", ActorRefs.NoSender);
            await Eventually.True(() =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return Volatile.Read(ref unobserved) > 0;
            });
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= note;
        }
    }

    [Fact]
    public async Task Nothing_is_measured_where_metrics_are_off()
    {
        await using var asking = new Asking("akka.instrumentation.metrics.enabled = off");
        Assert.Equal(typeof(FutureActorRef<string>), asking.Node.Provider.CreateFutureRef(new TaskCompletionSource<string>()).GetType());
    }

    // Other tests expect that nobody listens to other instruments.
    private static MetricRecorder RecorderOf(string network) => new(network, name => name == AkkaMetricNames.AskDuration);

    // A selection that is resolved asks too.
    private static Task<Measured> Once(MetricRecorder recorder) =>
        Once(() => recorder.Of(AkkaMetricNames.AskDuration, (AkkaSpanAttributes.MessageType, "String")));

    private static async Task<Measured> Once(Func<IReadOnlyList<Measured>> measured)
    {
        await Eventually.True(() => measured().Count > 0);
        return Assert.Single(measured());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Deliver(FutureActorRef<string> reference)
    {
        var question = new object();
        reference.DeliverAsk(question, ActorRefs.Nobody);
        return new WeakReference(question);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AskAndForget(IActorRef actor) => _ = actor.Ask<string>("question", Long);

    /// <summary>Asks once before and once after an await.</summary>
    private sealed class Asker : ReceiveActor
    {
        public Asker(IActorRef echo) => ReceiveAsync<char>(async _ =>
        {
            var sender = Sender;
            await echo.Ask<string>("first", Long);
            await echo.Ask<int>(2, Long);
            sender.Tell("done");
        });
    }

    /// <summary>
    /// A node, and what it has measured since it began to start: any test that listens lets all nodes measure. A system asks each of its loggers, so
    /// this one has none.
    /// </summary>
    private sealed class Asking : IAsyncDisposable
    {
        public Asking(string hocon = "", string provider = Node.Ours)
        {
            var network = Node.Network();
            Recorder = RecorderOf(network);
            Node = Node.Start(network, 1, $"akka.loggers = []\n{hocon}", provider);
        }

        public Node Node { get; }

        public MetricRecorder Recorder { get; }

        public IReadOnlyList<Measured> Measured => Recorder.Of(AkkaMetricNames.AskDuration);

        public IActorRef Echo() => Node.Test.ActorOf(Handler.Fallible);

        public IActorRef Silent() => Node.Test.ActorOf(Handler.Props((_, _) => { }));

        public IActorRef Answering(object answer) => Node.Test.ActorOf(Handler.Props((context, _) => context.Sender.Tell(answer)));

        public Task Until(int count) => Eventually.Equal(count, () => Measured.Count, TimeSpan.FromSeconds(60));

        public Task<Measured> Single() => Once(() => Measured);

        public async Task<string?> SingleError() => (await Single()).Tag(AkkaSpanAttributes.ErrorType) as string;

        public int With(string question, string? error) =>
            Measured.Count(measured => measured.Has([(AkkaSpanAttributes.MessageType, question), (AkkaSpanAttributes.ErrorType, error)]));

        public async ValueTask DisposeAsync()
        {
            Recorder.Dispose();
            await Node.DisposeAsync();
        }
    }
}
