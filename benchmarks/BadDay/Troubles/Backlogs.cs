using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Two actors that are held while 300,000 messages come for each, and then take them all.</summary>
internal static class Backlogs
{
    private const int Size = 300_000;

    private static readonly string[] Names = ["backlog-a", "backlog-b"];
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(8);

    public static async Task RunUntil(ActorSystem system, CancellationToken end)
    {
        var actors = Names.Select(name => (Actor: system.ActorOf(Props.Create<Held>(), name), Line: Line.Begin(name))).ToArray();
        await Wait.UntilStarted(actors.Select(each => each.Actor));
        do
        {
            var hold = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            foreach (var (actor, line) in actors)
            {
                actor.Tell(hold, ActorRefs.NoSender);
                for (var i = 0; i < Size; i++)
                {
                    actor.Tell(Item.Next(line), ActorRefs.NoSender);
                }
            }

            hold.SetResult();
            await Wait.Until(() => actors.All(each => each.Line.IsQuiet), TimeSpan.FromMinutes(1));
        }
        while (await Wait.For(Rest, end));
    }

    private sealed class Held : ReceiveActor
    {
        public Held()
        {
            ReceiveAsync<TaskCompletionSource>(hold => hold.Task);
            Receive<Item>(item => item.Line.Take(item.Number));
        }
    }
}
