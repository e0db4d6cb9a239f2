using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Fact 12 about Akka.NET 1.5. Fact 13, the price of a contended histogram point, is a matter of time and not of right or
/// wrong: the benchmarks measure it. Fact 14 is in Hosting.Tests.
/// </summary>
public sealed class Fact12_ClockSpec
{
    [Fact]
    public async Task A_run_may_take_a_message_that_was_sent_after_it_last_read_the_clock()
    {
        await using var system = SeamSystem.Create();
        system.Dispatcher().NoteRuns();
        var actor = system.ActorOf((_, _) => { });
        var queue = await system.AtRest(actor);
        using var hold = new Hold();
        var clock = 0L;
        queue.OnTryDequeue = () =>
        {
            // the run reads the clock and is overtaken by a sender before it looks into the queue
            queue.OnTryDequeue = null;
            clock = Stopwatch.GetTimestamp();
            hold.Pass();
        };

        system.ActorOf((context, _) => context.Watch(actor)).Tell("wake it without a message");
        await hold.Entered;
        actor.Tell("young");
        var sent = Stopwatch.GetTimestamp();
        hold.Release();
        await Eventually.True(() => queue.LogSince("young").Contains("returned"));

        Assert.True(sent > clock);
        var log = queue.Log.ToList();
        Assert.Equal("run", log[log.IndexOf("take young") - 1]);
    }
}
