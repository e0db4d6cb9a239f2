using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Run;

/// <summary>
/// Code of others throws where a run begins and where it ends. Akka's run happens all the same: without it the mailbox would stay scheduled, and its
/// actor would never run again. The test kit's dispatcher runs all on this thread, so that what a run throws comes out of <c>Tell</c>.
/// </summary>
[Collection(Alone.Name)]
public sealed class FaultsSpec : TestKit
{
    private const string Name = "throwing";

    [ThreadStatic]
    private static int t_throws;

    private readonly List<object> _handled = [];
    private readonly ActivityListener _spans;
    private Activity? _throwing;

    public FaultsSpec()
        : base(Systems.Parse("akka.instrumentation.tracing.sampling.ratio = 1")
            .WithFallback(AkkaInstrumentationConfig.Defaults).WithFallback(Systems.Quiet))
    {
        Activity.CurrentChanged += Changed;

        // it throws, and so does the next change of what is current
        _spans = Listening.Spans(stopped: span => t_throws += ReferenceEquals(span, _throwing) ? 2 : 0);
    }

    [Fact]
    public async Task What_is_current_cannot_be_taken_away_before_a_run()
    {
        var actor = await Started();
        await EmptyThread.Run(() =>
        {
            using var sender = new Activity("sender").Start();
            var before = Faults();

            t_throws = 1;
            actor.Tell("first", ActorRefs.NoSender);
            actor.Tell("second", ActorRefs.NoSender);

            Assert.Equal(["first", "second"], _handled);
            Assert.Equal(before + 1, Faults());
            Assert.Same(sender, Activity.Current);
        });
    }

    [Fact]
    public async Task What_was_current_cannot_be_given_back_after_a_run()
    {
        var actor = await Started(_ => t_throws = 3);
        await EmptyThread.Run(() =>
        {
            using var sender = new Activity("sender").Start();
            var before = Faults();

            actor.Tell("first", ActorRefs.NoSender);
            actor.Tell("second", ActorRefs.NoSender);
            t_throws = 0;

            Assert.Equal(["first", "second"], _handled);
            Assert.True(Faults() > before);
        });
    }

    [Fact]
    public async Task The_last_message_of_a_run_cannot_be_closed()
    {
        var actor = await Started(_ => _throwing = Activity.Current);
        await EmptyThread.Run(() =>
        {
            actor.Tell("first", ActorRefs.NoSender);
            actor.Tell("second", ActorRefs.NoSender);

            Assert.Equal(["first", "second"], _handled);
            Assert.Null(Activity.Current);
        });
    }

    /// <summary>The schedule is forced: the run before has opened a message and not returned yet.</summary>
    [Fact]
    public async Task What_the_run_before_has_left_cannot_be_closed()
    {
        var actor = await Started();
        var recorder = ((RecordedQueue)((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue).Recorder;
        await EmptyThread.Run(() =>
        {
            recorder.BeginRun(ThreadContext.Mine);
            recorder.NextMessage(taken: true,
                new StampedEnvelope(new Envelope("before", ActorRefs.NoSender), Stopwatch.GetTimestamp(), origin: null));
            _throwing = Activity.Current;
            Assert.NotNull(_throwing);
            Activity.Current = null;
            var before = Faults();

            actor.Tell("first", ActorRefs.NoSender);
            actor.Tell("second", ActorRefs.NoSender);

            Assert.Equal(["first", "second"], _handled);
            Assert.True(Faults() > before);
        });
    }

    [Fact]
    public async Task The_last_message_of_a_stopped_actor_cannot_be_closed_and_its_mailbox_is_gone_all_the_same()
    {
        var actor = await Started();
        var recorder = ((RecordedQueue)((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue).Recorder;
        Assert.False(recorder.IsGone);

        await EmptyThread.Run(() =>
        {
            recorder.BeginRun(ThreadContext.Mine);
            recorder.NextMessage(taken: true, new StampedEnvelope(new Envelope("last", ActorRefs.NoSender), Stopwatch.GetTimestamp(), origin: null));
            _throwing = Activity.Current;
            recorder.Detach();
        });

        Assert.True(recorder.IsGone);
    }

    protected override void AfterAll()
    {
        Activity.CurrentChanged -= Changed;
        _spans.Dispose();
        base.AfterAll();
    }

    private static long Faults() => TelemetryFault.Counts.Where(fault => fault.Key == TelemetryFault.Listener).Sum(fault => fault.Value);

    private static void Changed(object? sender, ActivityChangedEventArgs change)
    {
        if (t_throws > 0)
        {
            t_throws--;
            throw new InvalidOperationException("on purpose");
        }
    }

    private async Task<IActorRef> Started(Action<object>? handle = null) => await Idle.Is(Sys.ActorOf(
        Handler.Props((_, message) =>
        {
            _handled.Add(message);
            handle?.Invoke(message);
        }).WithDispatcher("akka.test.calling-thread-dispatcher"),
        Name));
}
