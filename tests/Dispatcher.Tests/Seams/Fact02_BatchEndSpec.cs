using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 2 about Akka.NET 1.5: what a queue sees of the end of a batch (Mailbox.Run and ProcessMailbox, Akka 1.5.71).</summary>
public sealed class Fact02_BatchEndSpec
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task A_batch_that_is_not_full_ends_with_a_dequeue_that_finds_nothing(int messages)
    {
        var log = await LogOfRuns(messages);

        Assert.Equal([.. Takes(messages), "empty", "more? no", "returned"], log);
    }

    [Fact]
    public async Task A_full_batch_runs_throughput_plus_1_messages_and_then_only_HasMessages_is_asked()
    {
        var log = await LogOfRuns(5);

        Assert.Equal([.. Takes(5), "more? no", "returned"], log);
    }

    [Fact]
    public async Task What_is_left_after_a_full_batch_is_taken_by_a_run_of_its_own()
    {
        var log = await LogOfRuns(6);

        // the second run may begin before the first has returned (fact 3), so that is left out
        Assert.Equal([.. Takes(5), "more? yes", "run", "take 6", "empty", "more? no"], log.Where(line => line != "returned"));
    }

    private static IEnumerable<string> Takes(int messages) => Enumerable.Range(1, messages).Select(i => $"take {i}");

    // The first message holds the batch until the others wait.
    private static async Task<IReadOnlyList<string>> LogOfRuns(int messages)
    {
        await using var system = SeamSystem.Create();
        using var hold = new Hold();
        system.Dispatcher().NoteRuns();
        var actor = system.ActorOf((_, message) =>
        {
            if (message is 1)
            {
                hold.Pass();
            }
        });
        var queue = await system.AtRest(actor);

        actor.Tell(1);
        await hold.Entered;
        for (var i = 2; i <= messages; i++)
        {
            actor.Tell(i);
        }

        hold.Release();
        var runs = messages <= SeamSystem.Throughput + 1 ? 1 : 2;
        await Eventually.Equal(runs, () => queue.LogSince(1).Count(line => line == "returned"));
        return queue.LogSince(1);
    }
}
