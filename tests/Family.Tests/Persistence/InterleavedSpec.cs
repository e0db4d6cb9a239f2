namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Events of several commands are written together. A handler is in the trace of its command, or in none.</summary>
public sealed class InterleavedSpec
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_journal_that_answers_with_copies_swaps_and_loses_no_trace(bool isDatabase)
    {
        const int Commands = 300;
        using var database = new SqliteJournal();
        await using var system = Systems.Instrumented(isDatabase ? database.Hocon : ScriptedJournal.Hocon("copies"));
        using var listener = Recorded.Everything();
        var told = new Told();
        var account = await Account.Recovered(system, told.Actor(system));
        for (var i = 0; i < Commands; i++)
        {
            told.Sends(i, (i % 5) switch
            {
                0 => new Account.Persists(i),
                1 => new Account.PersistsAll(i, 3),
                2 => new Account.PersistsTwice(i),
                3 => new Account.Defers(i),
                _ => (object)new Account.PersistsAsync(i),
            }, account, system.ActorOf((_, _) => { }));
        }

        await told.AllAreInTheirTraces(Commands);
    }

    [Fact]
    public async Task Commands_of_one_sender_that_wait_for_a_write_are_told_apart_or_are_in_no_trace()
    {
        await using var held = await HeldWrite.Start(withSpans: true);
        var (system, told, account) = (held.System, held.Told, held.Account);
        var (one, other) = (system.ActorOf((_, _) => { }), system.ActorOf((_, _) => { }));
        told.Sends(0, new Account.PersistsAsync(0), account, one);
        told.Sends(1, new Account.PersistsAsync(1), account, one);
        told.Sends(2, new Account.PersistsAsync(2), account, other);
        told.Sends(3, new Account.PersistsAsync(3), account, one);
        await held.WriteAll();

        await Eventually.Equal(4, () => told.Found.Count);
        Assert.Equal(told.Expected[0], Assert.Single(told.Found[0]));
        Assert.Equal(told.Expected[2], Assert.Single(told.Found[2]));
        Assert.DoesNotContain(Assert.Single(told.Found[1]), told.Expected.Values);
        Assert.DoesNotContain(Assert.Single(told.Found[3]), told.Expected.Values);
    }

    [Theory]
    [InlineData("always")]
    [InlineData("when-used")]
    public async Task Unsampled_commands_of_one_sender_that_wait_for_a_write_are_told_apart_or_are_in_no_trace(string ids)
    {
        const int Commands = 10;
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(
            $"{gate.Hocon}\nakka.instrumentation.tracing.sampling {{ ratio = 0.0, unsampled-trace-ids = {ids} }}");
        using var listener = Recorded.Everything();
        var traces = new ConcurrentQueue<(string? Command, string? Event)>();
        var account = system.ActorOf(Props.Create(() => new Unsampled(traces)));
        var sender = system.ActorOf((context, message) => account.Tell(message, message is string ? context.Sender : context.Self));
        await account.Ask<string>("ready?", TimeSpan.FromSeconds(60));
        gate.Close();
        sender.TellNumbers(Commands);

        await sender.Ask<string>("all handled?", TimeSpan.FromSeconds(60));
        gate.Open();

        await Eventually.Equal(Commands, () => traces.Count);
        Assert.Equal(ids == "always" ? Commands : 1, traces.Select(trace => trace.Command).Distinct().Count());
        Assert.Equal(ids == "always", traces.First().Command is not null);
        Assert.All(traces, trace => Assert.Contains(trace.Event, (string?[])[trace.Command, null]));
    }

    [Fact]
    public async Task Commands_of_one_trace_that_wait_for_a_write_stay_in_it()
    {
        await using var held = await HeldWrite.Start(withSpans: true);
        var (told, account) = (held.Told, held.Account);
        using var root = Recorded.Root();
        account.TellEach(5, i => new Account.PersistsAsync(i));

        await held.WriteAll();

        await Eventually.Equal(5, () => told.Found.Count);
        Assert.All(told.Found.Values, traces => Assert.Equal(root.TraceId, Assert.Single(traces)));
    }

    [Fact]
    public async Task An_event_that_a_handler_of_events_persists_during_a_write_stays_in_the_trace()
    {
        await using var held = await HeldWrite.Start(withSpans: true);
        var (system, told, account) = (held.System, held.Told, held.Account);
        told.Sends(0, new Account.PersistsAsync(0), account, system.ActorOf((_, _) => { }));
        for (var i = 1; i < 5; i++)
        {
            told.Sends(i, new Account.PersistsTwice(i), account, system.ActorOf((_, _) => { }));
        }

        await held.WriteAll();

        await told.AllAreInTheirTraces(5);
    }

    [Fact]
    public async Task A_command_that_awaits_gets_no_event_into_the_trace_of_the_next_one()
    {
        await using var held = await HeldWrite.Start(withSpans: true);
        var (told, account) = (held.Told, held.Account);
        var until = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        told.Sends(0, new Account.PersistsAroundAwait(0, until.Task), account, ActorRefs.NoSender);
        await Eventually.Equal(1, () => held.Gate.Waiting);
        until.SetResult();
        told.Sends(1, new Account.PersistsAsync(1), account, ActorRefs.NoSender);
        await held.WriteAll();

        // the one before the await is sent at once; the one after it waits, with that of the next command
        await Eventually.Equal((2, 1), () => (told.Found.GetValueOrDefault(0)?.Count, told.Found.GetValueOrDefault(1)?.Count));
        Assert.Equal(told.Expected[0], told.Found[0].First());
        Assert.DoesNotContain(told.Found[0].Last(), told.Expected.Values);
        Assert.DoesNotContain(told.Found[1].First(), told.Expected.Values);
    }

    [Fact]
    public async Task Both_events_of_a_command_that_awaits_are_in_its_trace()
    {
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var told = new Told();
        var account = await Account.Recovered(system, told.Actor(system));
        for (var i = 0; i < 20; i++)
        {
            told.Sends(i, new Account.PersistsAroundAwait(i, Task.Delay(1)), account, system.ActorOf((_, _) => { }));
        }

        await Eventually.Equal(40, () => told.Found.Values.Sum(traces => traces.Count));
        Assert.All(told.Found, found => Assert.Equal([told.Expected[found.Key]], found.Value.Distinct()));
    }

    [Fact]
    public async Task A_command_that_waits_for_a_recovery_when_a_listener_comes_stays_in_its_trace()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        var told = new Told();
        gate.Close();
        var account = system.ActorOf(Account.Props(told.Actor(system)));
        await Eventually.Equal(1, () => gate.Waiting);
        using var listener = Recorded.Everything();
        told.Sends(0, new Account.Persists(0), account, ActorRefs.NoSender);
        gate.Open();

        await Eventually.Equal(1, () => told.Found.Count);
        Assert.Equal(told.Expected[0], Assert.Single(told.Found[0]));
    }

    /// <summary>Notes the trace of each command, and the one in which its event is handled.</summary>
    private sealed class Unsampled(ConcurrentQueue<(string? Command, string? Event)> traces) : UntypedPersistentActor
    {
        private readonly string _id = Account.NewId();

        public override string PersistenceId => _id;

        private static string? Here => Activity.Current?.TraceId.ToHexString();

        protected override void OnRecover(object message) { }

        protected override void OnCommand(object message)
        {
            if (message is string)
            {
                Sender.Tell("ready");
                return;
            }

            var command = Here;
            PersistAsync(message, _ => traces.Enqueue((command, Here)));
        }
    }
}
