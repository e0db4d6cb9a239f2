namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Somebody begins to listen while a journal writes. Listeners are those of the process, so no other test may have one.</summary>
[Collection(Alone.Name)]
public sealed class LateListenerSpec
{
    [Fact]
    public async Task A_write_that_waits_for_one_from_before_the_listener_is_measured()
    {
        await using var held = await HeldWrite.Start();
        await held.Begin(new Account.PersistsAsync(1));
        using var metrics = new MetricRecorder(held.System);
        await Counted(metrics, held.Account);
        held.Account.Tell(new Account.PersistsAsync(2), ActorRefs.NoSender);
        await held.WriteAll();

        // the answer for the first event comes when the second request is already on its way
        await Eventually.Equal(1, () => metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "Account")).Count);
    }

    [Fact]
    public async Task A_listener_that_leaves_during_a_write_and_comes_again_measures_no_answer_of_before()
    {
        await using var held = await HeldWrite.Start();
        var (gate, account) = (held.Gate, held.Account);
        var before = new MetricRecorder(held.System);
        await Counted(before, account);
        await held.Begin(new Account.PersistsAsync(1));
        before.Dispose();

        // a run that nobody sees
        await held.AllHandled();
        using var metrics = new MetricRecorder(held.System);
        await Counted(metrics, account);
        gate.Open();
        await Eventually.Equal(0, () => gate.Waiting);
        account.Tell(new Account.PersistsAsync(2), ActorRefs.NoSender);

        await Eventually.Equal(1, () => Written().Count);
        await held.AllHandled();
        Assert.Single(Written());

        IReadOnlyList<Measured> Written() => metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "Account"));
    }

    [Fact]
    public async Task A_snapshot_that_an_actor_asks_for_later_is_in_the_trace_of_its_command()
    {
        await using var system = Systems.Instrumented();
        var told = new Told();
        var account = await Account.Recovered(system, told.Actor(system));
        using var listener = await Heard(account);
        using var root = Recorded.Root();
        account.Tell(new Account.LoadsSnapshot(1), ActorRefs.NoSender);

        await Eventually.Equal(1, () => told.Found.Count);
        Assert.Equal([root.TraceId], told.Found[1]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_query_that_an_actor_has_answered_is_not_taken_for_the_same_object_that_it_stashes(bool afterAListenerThatLeftDuringAWrite)
    {
        await using var held = await HeldWrite.Start();
        var (gate, account) = (held.Gate, held.Account);
        if (afterAListenerThatLeftDuringAWrite)
        {
            using (await Heard(account))
            {
                await held.Begin(new Account.Persists(0));
            }

            gate.Open();
            await account.Ask<string>("written?", TimeSpan.FromSeconds(60));
        }

        using var listener = await Heard(account);
        var query = new Account.Open();
        using (Recorded.Root())
        {
            account.Tell(query, ActorRefs.NoSender);
        }

        gate.Close();
        await held.Begin(new Account.Persists(1));
        using var spans = SpanRecorder.WithRoot(out _);
        account.Tell(query, ActorRefs.NoSender);
        await Eventually.Equal(1, () => OfAccount(spans).Count);
        gate.Open();

        // it is handled twice, and the trace is one
        await Eventually.Equal(2, () => OfAccount(spans).Count);
    }

    [Fact]
    public async Task An_event_of_a_command_before_the_listener_is_not_in_the_trace_of_a_later_command()
    {
        await using var held = await HeldWrite.Start();
        var (told, account) = (held.Told, held.Account);
        var sender = held.System.ActorOf((_, _) => { });
        account.Tell(new Account.PersistsAsync(1), sender);
        await held.Begin(new Account.PersistsAsync(2), sender);
        await held.AllHandled();
        using var listener = await Heard(account);
        using var root = Recorded.Root();
        account.Tell(new Account.PersistsAsync(3), sender);
        await held.WriteAll();

        await Eventually.Equal(3, () => told.Found.Count);
        Assert.DoesNotContain(root.TraceId, told.Found[1].Concat(told.Found[2]));
    }

    [Fact]
    public async Task A_deferred_object_of_a_command_before_the_listener_is_not_in_the_trace_of_a_later_command()
    {
        await using var held = await HeldWrite.Start();
        var (told, shared) = (held.Told, new Account.Persisted(1));
        await held.Begin(new Account.DefersThat(shared));
        using var listener = await Heard(held.Account);
        using var root = Recorded.Root();
        held.Account.Tell(new Account.DefersThat(shared), held.System.ActorOf((_, _) => { }));
        await held.WriteAll();

        await Eventually.Equal(2, () => told.Found.GetValueOrDefault(1)?.Count);
        Assert.NotEqual(root.TraceId, told.Found[1].First());
    }

    [Fact]
    public async Task A_recovery_that_ends_while_nobody_listens_is_not_measured_as_failed_when_its_actor_stops()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        gate.Close();
        var before = new MetricRecorder(system);
        var account = system.ActorOf(Account.Props(system.ActorOf((_, _) => { })), "account");
        await Eventually.Equal(1, () => gate.Waiting);
        before.Dispose();
        gate.Open();
        await account.Ask<string>("recovered?", TimeSpan.FromSeconds(60));
        using var metrics = new MetricRecorder(system);
        await Counted(metrics, account);
        await account.GracefulStop(TimeSpan.FromSeconds(60));

        Assert.Empty(metrics.Of(AkkaMetricNames.PersistenceRecoveryDuration, (AkkaSpanAttributes.ActorType, "Account")));
    }

    // Whoever starts to listen during a run of a mailbox is noticed by the next one.
    private static Task Counted(MetricRecorder recorder, IActorRef account) => Eventually.True(() =>
    {
        account.Tell("are you counted?", ActorRefs.NoSender);
        return recorder.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.ActorType, "Account")) > 0;
    });

    private static async Task<ActivityListener> Heard(IActorRef account)
    {
        var listener = Recorded.Everything();
        using var spans = SpanRecorder.UnderPath("/user/account");
        await Eventually.True(() =>
        {
            Activity.Current = null;
            account.Tell("are you heard?", ActorRefs.NoSender);
            return spans.Stopped.Count > 0;
        });
        return listener;
    }

    private static List<Activity> OfAccount(SpanRecorder spans) =>
        [.. spans.Stopped.Where(span => "/user/account".Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)))];
}
