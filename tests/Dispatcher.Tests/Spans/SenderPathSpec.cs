namespace AkkaInstrumentation.Tests.Spans;

/// <summary>Each question has a sender of its own, under <c>/temp</c>: all are shown as one. Every other sender keeps its path.</summary>
public class SenderPathSpec
{
    /// <summary>A path of its own for each question would be a value of its own, and a text to write.</summary>
    [Fact]
    public async Task All_temporary_senders_are_one_path_and_it_is_written_once()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Echo.Props);

        var flow = await system.System.TrackAsync(async () =>
        {
            await actor.Ask<int>(1, TimeSpan.FromSeconds(20));
            await actor.Ask<int>(2, TimeSpan.FromSeconds(20));
            actor.Tell(3, new RefAt("temp/d", isLocal: false));
        });

        var paths = flow.Messages.Select(message => message.SenderPath).ToList();
        Assert.Equal(["/temp/_ask", "/temp/_ask", "/temp/_ask"], paths);
        Assert.All(paths, path => Assert.Same(paths[0], path));
    }

    [Theory]
    [InlineData("user/temp/a")]
    [InlineData("system/temp")]
    [InlineData("temporary/a")]
    public async Task A_sender_that_is_not_temporary_keeps_its_path(string path)
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf((_, _) => { });

        var flow = await system.System.TrackAsync(() => actor.Tell(1, new RefAt(path)));

        Assert.Equal($"/{path}", Assert.Single(flow.Messages).SenderPath);
    }

    [Fact]
    public async Task Askers_of_another_process_are_one_main_sender_of_a_mailbox_that_grows()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        var actor = system.ActorOf((_, _) => { });
        await hold.EnterAt(actor);
        actor.Tell("message", new RefAt("temp/a", isLocal: false));
        actor.Tell("message", new RefAt("temp/b", isLocal: false));

        var recorder = ((RecordedQueue)((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue).Recorder;
        Assert.Equal(
            "an actor on another node 2 (akka.tcp://other@localhost:1/temp/_ask)",
            MainSenders.Describe(recorder, new ActorNames((ExtendedActorSystem)system.System)));
    }
}
