namespace AkkaInstrumentation.Tests.Watchdog;

/// <summary>A mailbox that grows is reported with those who fill it, and once more when it has recovered.</summary>
public class PressureSpec
{
    private const string Impatient =
        $"{NoOtherReports}akka.instrumentation.pressure {{ growing-for = 100ms, min-depth = 10, reports-per-minute = 1000 }}";

    // Handlers are held here, for more than two seconds if another test's listener blocks the collections meanwhile.
    private const string NoOtherReports = "akka.instrumentation.blocking.enabled = off\n";

    [Fact]
    public async Task One_that_grows_is_reported_with_its_senders_and_has_recovered_when_it_is_empty()
    {
        await using var system = Systems.Instrumented(KeptLog.Hocon + Impatient).Measured(out var metrics);
        using var reports = new ReportRecorder(system);
        using var hold = new Hold();
        var sender = system.ActorOf(Echo.Props);
        var actor = await Stuck(system, hold);
        await Feed(actor, sender, () => reports.Of("MailboxGrowing").Count > 0);

        var growing = reports.Of("MailboxGrowing")[0];
        Assert.Equal(actor.Path.ToStringWithoutAddress(), growing["path"]);
        Assert.Equal("Handler", growing["actorType"]);
        Assert.True((int)growing["depth"] >= 10);
        Assert.True((double)growing["perSecond"] > 0);
        Assert.True((double)growing["seconds"] > 0);
        Assert.Matches($@"^Echo \d+ \({sender.Path.ToStringWithoutAddress()}\)$", (string)growing["senders"]);
        Assert.Empty(reports.Of("MailboxRecovered"));
        await Eventually.True(() => KeptLog.Of(system.System).Any(line => line.Contains("has been growing for", StringComparison.Ordinal)));
        await Eventually.True(() => KeptLog.Of(system.System)
            .Any(line => line.StartsWith("Why: ", StringComparison.Ordinal) && line.Contains("Handler", StringComparison.Ordinal)));

        hold.Release();
        var recovered = await reports.First("MailboxRecovered");
        Assert.Equal(growing["path"], recovered["path"]);
        Assert.True((int)recovered["depth"] <= 5);
        Assert.True((int)recovered["peak"] >= (int)growing["depth"]);
        Assert.False((bool)recovered["stopped"]);
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.MailboxGrowths, (AkkaSpanAttributes.ActorType, "Handler")));
    }

    [Fact]
    public async Task A_stash_that_grows_is_reported_and_named_as_the_cause_and_has_recovered_when_it_is_unstashed()
    {
        await using var system = Systems.Instrumented(Impatient);
        using var reports = new ReportRecorder(system);
        var actor = system.ActorOf(Door.Props(), "hoards");
        await Feed(actor, ActorRefs.NoSender!, () => reports.Of("MailboxGrowing").Count > 0);
        Assert.True((int)reports.Of("MailboxGrowing")[0]["depth"]! >= 10);
        var cause = AkkaDiagnosis.Read(system.System).Causes[0];
        Assert.Equal(("growing_stash", "/user/hoards"), (cause.Kind, cause.Subject));
        var growing = AkkaInstrumentationExtension.For(system.System).Insight.Watched.Growing.Worst[0];
        Assert.InRange(growing.Stashed, 10, growing.Depth);

        actor.Tell("open", ActorRefs.NoSender);
        await reports.First("MailboxRecovered");
    }

    [Fact]
    public async Task One_whose_actor_stops_is_reported_as_gone()
    {
        await using var system = Systems.Instrumented(Impatient);
        using var reports = new ReportRecorder(system);
        using var hold = new Hold();
        var actor = await Stuck(system, hold);
        await Feed(actor, ActorRefs.NoSender!, () => reports.Of("MailboxGrowing").Count > 0);

        // By the actor itself: a system stops one by a message to its guardian, which may come later than the release.
        ((IInternalActorRef)actor).Stop();
        hold.Release();
        var recovered = await reports.First("MailboxRecovered");
        Assert.True((bool)recovered["stopped"]);
        Assert.Equal(0, (int)recovered["depth"]);
    }

    [Fact]
    public async Task Each_system_reports_its_own_and_by_its_own_settings()
    {
        await using var off = Systems.Instrumented(NoOtherReports
            + "akka.instrumentation.pressure { enabled = off, growing-for = 100ms, min-depth = 10 }");
        await using var patient = Systems.Instrumented(NoOtherReports + "akka.instrumentation.pressure { growing-for = 1h, min-depth = 1 }");
        await using var deep = Systems.Instrumented(NoOtherReports + "akka.instrumentation.pressure { growing-for = 100ms, min-depth = 1000000 }");
        await using var impatient = Systems.Instrumented(Impatient);
        using var hold = new Hold();
        using var reports = new ReportRecorder(impatient);
        var others = new[] { off, patient, deep }.Select(system => new ReportRecorder(system)).ToList();
        var actors = new List<IActorRef>();
        foreach (var system in new[] { off, patient, deep, impatient })
        {
            actors.Add(await Stuck(system, hold));
        }

        await Feed(() => actors.ForEach(actor => actor.Tell("message", ActorRefs.NoSender)), () => reports.Of("MailboxGrowing").Count >= 2);
        Assert.All(others, other => Assert.Empty(other.Of()));
        others.ForEach(other => other.Dispose());
    }

    [Fact]
    public async Task Mailboxes_beyond_the_reports_of_a_minute_are_only_counted_and_their_recovery_is_not_reported()
    {
        await using var system = Systems.Instrumented(NoOtherReports
            + "akka.instrumentation.pressure { growing-for = 100ms, min-depth = 10, reports-per-minute = 1 }").Measured(out var metrics);
        using var reports = new ReportRecorder(system);
        using var hold = new Hold();
        var (one, other) = (await Stuck(system, hold), await Stuck(system, hold));
        await Feed(
            () =>
            {
                one.Tell("message", ActorRefs.NoSender);
                other.Tell("message", ActorRefs.NoSender);
            },
            () => metrics.Sum(AkkaMetricNames.MailboxGrowths) == 2);
        hold.Release();
        await reports.First("MailboxRecovered");
        await one.Ask<string>("end");
        await other.Ask<string>("end");
        Assert.Equal(["MailboxGrowing", "MailboxRecovered"], reports.Of().Select(report => report.Kind));
    }

    public static TheoryData<string> Kinds => [.. MailboxKinds.Keys];

    private static readonly Dictionary<string, string> MailboxKinds = new()
    {
        ["unbounded"] = AkkaInstrumentationConfig.UnboundedMailboxId,
        ["deque"] = AkkaInstrumentationConfig.UnboundedDequeMailboxId,
        ["bounded"] = AkkaInstrumentationConfig.BoundedMailboxId,
        ["priority"] = "priority",
    };

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Every_kind_of_mailbox_reports_its_senders(string kind)
    {
        await using var system = Systems.Instrumented(
            $$"""
            akka.instrumentation.mailbox.bounded { mailbox-capacity = 100, mailbox-push-timeout-time = 0s }
            priority.mailbox-type = "{{typeof(ByLength).AssemblyQualifiedName}}"
            """);
        using var hold = new Hold();
        var sender = system.ActorOf(Echo.Props);
        var actor = await Stuck(system, hold, MailboxKinds[kind]);
        for (var i = 0; i < 40; i++)
        {
            actor.Tell("message", i % 4 == 0 ? ActorRefs.NoSender : sender);
        }

        var recorder = ((RecordedQueue)((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue).Recorder;
        Assert.Equal(
            $"Echo 30 ({sender.Path.ToStringWithoutAddress()}), code outside of actors 10",
            MainSenders.Describe(recorder, new ActorNames((ExtendedActorSystem)system.System)));
    }

    /// <summary>Senders are read while the queue is filled and emptied; each that is found is one of those that send.</summary>
    [Fact]
    public async Task Senders_can_be_read_while_others_send_and_the_actor_works()
    {
        await using var system = Systems.Instrumented();
        var senders = Enumerable.Range(0, 3).Select(_ => system.ActorOf(Echo.Props)).ToHashSet();
        var actor = system.ActorOf((context, message) =>
        {
            if (message is "end")
            {
                context.Sender.Tell(message);
            }
        });
        var recorder = ((RecordedQueue)((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue).Recorder;
        var sending = Task.WhenAll(senders.Select(sender => Task.Run(() =>
        {
            actor.TellEach(30_000, _ => "message", sender);
        })));

        while (!sending.IsCompleted)
        {
            Assert.All(recorder.Senders(), waiting => Assert.Contains(waiting.Sender!, senders));
        }

        await sending;
        await actor.Ask<string>("end", TimeSpan.FromSeconds(20));
    }

    private static async Task<IActorRef> Stuck(TestSystem system, Hold hold, string? mailbox = null)
    {
        var answers = Handler.Props((context, message) =>
        {
            if (message is "end")
            {
                context.Sender.Tell(message);
            }
        });
        var actor = system.ActorOf(mailbox is null ? answers : answers.WithMailbox(mailbox));
        await hold.EnterAt(actor);
        return actor;
    }

    private static Task Feed(IActorRef actor, IActorRef sender, Func<bool> until) => Feed(() => actor.Tell("message", sender), until);

    // A message for each millisecond or so, as long as it takes.
    private static Task Feed(Action send, Func<bool> until) => Eventually.True(() =>
    {
        for (var i = 0; i < 3; i++)
        {
            send();
        }

        return until();
    });

    public sealed class ByLength(Settings settings, Akka.Configuration.Config config)
        : UnboundedPriorityInstrumentedMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => 0;
    }
}
