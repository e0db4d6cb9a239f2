using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests.Recording;

/// <summary>Which failure is a message's, a start's or no news, and who decides about it when.</summary>
public class FailureRecordingSpec
{
    private static readonly Exception Thrown = new TimeoutException();
    private static readonly object OfAkka = new Resume(Thrown);

    private static readonly Dictionary<string, Exception> Causes = new()
    {
        ["of a handler"] = Thrown,
        ["of a start"] = new ActorInitializationException("on purpose"),
        ["of a restart"] = new PostRestartException(ActorRefs.Nobody, Thrown, Thrown),
    };

    [Theory]
    [InlineData("of a handler", "message", false, "Message")]
    [InlineData("of a handler", "message", true, "Other")]
    [InlineData("of a handler", null, false, "Other")]
    [InlineData("of a handler", "Akka's", false, "Other")]
    [InlineData("of a start", null, false, "Start")]
    [InlineData("of a start", "Akka's", false, "Start")]
    [InlineData("of a restart", "message", true, "Start")]
    [InlineData("of a start", "message", false, "Message")] // a handler may throw these as well
    [InlineData("of a restart", "message", false, "Message")]
    [InlineData("of a start", "message", true, "Other")]
    public void What_has_failed_follows_from_the_cause_and_the_cells_message(string cause, string? message, bool hasFailed, string kind)
    {
        var failures = new FailureRecording();
        if (hasFailed)
        {
            failures.Failed(7);
        }

        Assert.Equal(kind, $"{failures.KindOf(Causes[cause], message == "Akka's" ? OfAkka : message, envelope: 7)}");
    }

    [Fact]
    public void A_handler_that_threw_untold_is_counted_once_and_not_when_it_was_told()
    {
        var failures = new FailureRecording();
        Assert.Equal((-1, -1, 0), (failures.UnseenOf(null, 0), failures.UnseenOf(OfAkka, 0), failures.UnseenOf("message", 0)));
        Assert.Equal((true, false), (failures.TryCountUnseen(0), failures.TryCountUnseen(0)));
        Assert.Equal((true, false), (failures.TryCountUnseen(1), failures.TryCountUnseen(-1)));

        failures.Failed(2);
        Assert.Equal((-1, 3), (failures.UnseenOf("message", 2), failures.UnseenOf("message", 3)));
    }

    [Fact]
    public void Only_the_decision_about_the_same_cause_is_taken_and_only_once()
    {
        var count = ActorTypes.One().Failure(typeof(TimeoutException));
        var failures = new FailureRecording();
        failures.Expect(new FailedInvoke(Thrown, count));

        failures.Decided(new TimeoutException(), Directives.Stop);
        failures.Decided(null, Directives.Stop);
        Assert.Equal((true, 0), (failures.IsUndecided, count.Value));

        failures.Decided(Thrown, Directives.Restart);
        failures.Decided(Thrown, Directives.Stop);
        Assert.Equal((false, 1), (failures.IsUndecided, count.Value));
    }

    [Fact]
    public void Another_failure_or_the_end_of_the_mailbox_leaves_the_one_before_undecided_for_good()
    {
        var count = ActorTypes.One().Failure(typeof(TimeoutException));
        var failures = new FailureRecording();
        var (first, second) = (new TimeoutException(), new TimeoutException());

        failures.Expect(new FailedInvoke(first, count));
        failures.Expect(new FailedInvoke(second, count));
        failures.Decided(first, Directives.Resume);
        Assert.Equal((true, 1), (failures.IsUndecided, count.Value));

        failures.ExpectNothing();
        failures.ExpectNothing();
        failures.Decided(second, Directives.Resume);
        Assert.Equal((false, 2), (failures.IsUndecided, count.Value));
    }

    /// <summary>The actor's thread tells failures, a supervisor's decides about the one it has heard of: each is decided or given up, once.</summary>
    [Fact]
    public async Task However_failures_and_decisions_race_each_failure_is_counted_once()
    {
        const int Rounds = 50_000;
        var count = ActorTypes.One().Failure(typeof(TimeoutException));
        var holder = new Holder();
        var causes = Enumerable.Range(0, Rounds).Select(_ => new TimeoutException()).ToArray();
        var told = 0;

        var supervisor = Task.Factory.StartNew(
            () =>
            {
                for (var at = 0; at < Rounds; at = Volatile.Read(ref told))
                {
                    holder.Failures.Decided(causes[at], Directives.Restart);
                }
            },
            TaskCreationOptions.LongRunning);
        for (; told < Rounds; Interlocked.Increment(ref told))
        {
            holder.Failures.Expect(new FailedInvoke(causes[told], count));
        }

        holder.Failures.ExpectNothing();
        await Eventually.Within(supervisor);

        Assert.Equal(Rounds, count.Value);
    }

    private sealed class Holder
    {
        public FailureRecording Failures = new();
    }
}
