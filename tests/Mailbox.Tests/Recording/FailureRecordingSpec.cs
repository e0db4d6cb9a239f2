using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests.Recording;

/// <summary>Which failure is a message's, a start's or no news, and who decides about it when.</summary>
public class FailureRecordingSpec
{
    [Fact]
    public void Another_failure_or_the_end_of_the_mailbox_leaves_the_one_before_undecided_for_good()
    {
        var count = ActorTypes.One().Failure(typeof(TimeoutException));
        var failures = new FailureRecording();
        var (first, second) = (new TimeoutException(), new TimeoutException());

        failures.Expect(new PendingFailure(first, count));
        failures.Expect(new PendingFailure(second, count));
        failures.Decided(first, Directives.Resume);
        Assert.Equal(1, count.Value);

        failures.ExpectNothing();
        failures.ExpectNothing();
        failures.Decided(second, Directives.Resume);
        Assert.Equal(2, count.Value);
    }

    /// <summary>The actor's thread reports failures, a supervisor's decides about the latest: each is decided or given up, once.</summary>
    [Fact]
    public async Task However_failures_and_decisions_race_each_failure_is_counted_once()
    {
        const int Rounds = 50_000;
        var count = ActorTypes.One().Failure(typeof(TimeoutException));
        var holder = new Holder();
        var causes = Enumerable.Range(0, Rounds).Select(_ => new TimeoutException()).ToArray();
        var reported = 0;

        var supervisor = Task.Factory.StartNew(
            () =>
            {
                for (var at = 0; at < Rounds; at = Volatile.Read(ref reported))
                {
                    holder.Failures.Decided(causes[at], Directives.Restart);
                }
            },
            TaskCreationOptions.LongRunning);
        for (; reported < Rounds; Interlocked.Increment(ref reported))
        {
            holder.Failures.Expect(new PendingFailure(causes[reported], count));
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
