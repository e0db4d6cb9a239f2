namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>
/// A command that Akka stashes itself, while its actor recovers or writes, is given to the actor twice and to a handler once: it counts once, and it
/// begins one trace.
/// </summary>
public sealed class CommandCountsSpec
{
    private const string Messages = "akka.actor.messages";

    [Theory]
    [InlineData("persist", false)]
    [InlineData("persist", true)]
    [InlineData("persist all", false)]
    [InlineData("persist async", false)]
    [InlineData("persist async", true)]
    [InlineData("persist and stash", false)]
    [InlineData("persist and stash", true)]
    [InlineData("mixed", false)]
    [InlineData("mixed", true)]
    public async Task Each_command_counts_once(string kind, bool withSpans)
    {
        const int Commands = 700;
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var library = withSpans ? Recorded.Everything() : null;
        var account = system.ActorOf(Account.Props(system.ActorOf((_, _) => { })), "account");
        account.TellEach(Commands, i => (kind == "mixed" ? i % 4 : -1, kind) switch
        {
            (0, _) or (_, "persist async") => new Account.PersistsAsync(i),
            (1, _) or (_, "persist all") => new Account.PersistsAll(i, 2),
            (2, _) => new Account.Defers(i),
            (_, "persist and stash") => new Account.StashesThenPersists(i),
            _ => (object)new Account.Persists(i),
        });
        if (kind == "persist and stash")
        {
            account.Tell(new Account.Open(), ActorRefs.NoSender);
        }

        await account.Ask<string>("all handled?", TimeSpan.FromSeconds(60));

        // what the application itself has stashed its handler gets twice
        var expected = kind == "persist and stash" ? 2 * Commands : Commands;
        await Eventually.Equal(expected, () => Of(metrics, "Account.").Sum(measured => (int)measured.Value) - OfOne(metrics, "Account.Open"));
        Assert.Equal(1, OfOne(metrics, "String"));
    }

    [Fact]
    public async Task The_same_object_sent_often_counts_as_often()
    {
        const int Commands = 300;
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var account = system.ActorOf(Account.Props(system.ActorOf((_, _) => { })), "account");
        account.TellTimes(Commands, new Account.Persists(1));
        await account.Ask<string>("all handled?", TimeSpan.FromSeconds(60));

        await Eventually.Equal(Commands, () => OfOne(metrics, "Account.Persists"));
    }

    [Fact]
    public async Task What_waits_for_a_write_has_not_been_handled()
    {
        const int Waiting = 20;
        await using var held = await HeldWrite.Start(withMetrics: true);
        await held.Begin(new Account.Persists(0));
        held.Account.TellEach(Waiting, i => new Account.Persists(i));
        var mailbox = AkkaInstrumentationExtension.For(held.System.System).Insight.Looks.MailboxAt("/user/account")!;
        await Eventually.Equal((0, ActorDoing.Nothing), () => (mailbox.DepthOrNone, mailbox.ReadState().Doing));

        Assert.Equal(1, OfOne(held.Metrics, "Account.Persists"));
        held.Gate.Open();
        await Eventually.Equal(1 + Waiting, () => OfOne(held.Metrics, "Account.Persists"));
    }

    [Fact]
    public async Task What_waits_for_a_recovery_has_its_durations_from_its_handler_only()
    {
        const int Commands = 50;
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented($"{gate.Hocon}\nakka.instrumentation.metrics.distributions = all");
        using var metrics = new MetricRecorder(system);
        gate.Close();
        var account = system.ActorOf(Account.Props(system.ActorOf((_, _) => { })), "account");
        await Eventually.Equal(1, () => gate.Waiting);
        account.TellTimes(Commands, "a question");
        var mailbox = AkkaInstrumentationExtension.For(system.System).Insight.Looks.MailboxAt("/user/account")!;
        await Eventually.Equal(0, () => mailbox.DepthOrNone);
        gate.Open();
        await account.Ask<string>("all handled?", TimeSpan.FromSeconds(60));

        (string, object?) type = (AkkaSpanAttributes.MessageType, "String");
        await Eventually.Equal(Commands + 1, () => metrics.Of(AkkaMetricNames.ActorProcessDuration, type).Count);
        Assert.Equal(Commands + 1, OfOne(metrics, "String"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("akka.instrumentation.rules.all { path = \"/user/**\", last-messages = 5 }")]
    public async Task A_command_from_outside_of_all_traces_that_waits_for_a_recovery_is_one_span_of_one_trace(string rules)
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented($"{gate.Hocon}\n{rules}");
        using var before = Recorded.Everything();
        using var spans = SpanRecorder.OfActor(out var name);
        gate.Close();
        var account = system.ActorOf(Account.Props(system.ActorOf((_, _) => { })), name);
        await Eventually.Equal(1, () => gate.Waiting);
        account.Tell(new Account.Persists(1), ActorRefs.NoSender);
        var mailbox = AkkaInstrumentationExtension.For(system.System).Insight.Looks.MailboxAt($"/user/{name}")!;
        await Eventually.Equal(0, () => mailbox.DepthOrNone);
        gate.Open();

        // and the handler of its event
        await Eventually.Equal(2, () => spans.Stopped.Count);
        var command = spans.Stopped.Single(span => span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer) is null);
        Assert.Equal((default, 1L), (command.ParentSpanId, command.GetTagItem(AkkaSpanAttributes.StashCount)));
        Assert.InRange((double)command.GetTagItem(AkkaSpanAttributes.StashDuration)!, 1e-9, 60);
        Assert.Empty(command.Links);
        Assert.All(spans.Stopped, span => Assert.Equal(command.TraceId, span.TraceId));
    }

    private static int OfOne(MetricRecorder metrics, string message) =>
        (int)(metrics.Sum(Messages, (AkkaSpanAttributes.ActorType, "Account"), (AkkaSpanAttributes.MessageType, message)) ?? 0);

    private static IEnumerable<Measured> Of(MetricRecorder metrics, string begin) => metrics.Poll().Where(measured =>
        measured.Name == Messages && "Account".Equals(measured.Tag(AkkaSpanAttributes.ActorType))
        && $"{measured.Tag(AkkaSpanAttributes.MessageType)}".StartsWith(begin, StringComparison.Ordinal));
}
