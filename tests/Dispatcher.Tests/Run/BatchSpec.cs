using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Run;

/// <summary>The bounds of a run: full batches, and each of Akka's executors.</summary>
public class BatchSpec
{
    public static TheoryData<string> Executors { get; } =
        ["default-executor", "thread-pool-executor", "fork-join-executor", "task-executor", "channel-executor"];

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(30)]
    public async Task The_last_message_of_a_full_batch_is_closed_without_another_dequeue(int throughput)
    {
        await using var system = Systems.Instrumented($"akka.actor.default-dispatcher.throughput = {throughput}");
        using var hold = new Hold();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf((_, message) => (message as Hold)?.Pass());

        // one batch exactly: Akka runs throughput + 1 messages in it
        actor.Tell(hold, ActorRefs.NoSender);
        await hold.Entered;
        for (var i = 0; i < throughput; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
        }

        hold.Release();
        var stopped = await spans.WaitForStopped(throughput + 1);
        Assert.Equal(throughput + 1, spans.Started.Count(span => span.Kind == ActivityKind.Consumer));
        Assert.All(stopped, span => Assert.True(span.IsStopped));
    }

    [Theory]
    [MemberData(nameof(Executors))]
    public async Task On_every_executor_spans_have_the_right_parent_and_roots_have_none(string executor)
    {
        await using var system = Systems.Instrumented(
            $$"""
            akka.actor.default-dispatcher {
              executor = {{executor}}
              dedicated-thread-pool { thread-count = 2, threadtype = background }
            }
            """);
        var name = $"executor-{Guid.NewGuid():N}";
        using var all = SpanRecorder.UnderPath($"/user/{name}");
        var actor = system.ActorOf(Echo.Props, name);

        using (var sender = new Activity("sender") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start())
        {
            actor.Tell("child", ActorRefs.NoSender);
            Activity.Current = null;
            actor.Tell("root", ActorRefs.NoSender);
            Activity.Current = sender;
            actor.Tell("child", ActorRefs.NoSender);

            var stopped = await all.WaitForStopped(3);
            Assert.Equal(sender.SpanId, stopped[0].ParentSpanId);
            Assert.Equal(default, stopped[1].ParentSpanId);
            Assert.Equal(sender.SpanId, stopped[2].ParentSpanId);
            Assert.Same(sender, Activity.Current);
        }
    }
}
