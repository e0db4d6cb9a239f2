namespace AkkaInstrumentation.Tests.Run;

/// <summary>The run that leaves a handler at its await is overtaken by the stop of its actor, and reports the await afterwards.</summary>
public sealed class CutOffWhileLeavingSpec
{
    [Fact]
    public async Task A_test_does_not_wait_for_an_await_that_is_reported_after_a_stop_has_cut_it_off()
    {
        await using var system = Systems.Instrumented();
        var actor = (ActorRefWithCell)system.ActorOf((_, _) => { }, "any");
        var mailbox = Assert.IsAssignableFrom<IObservedQueue>(((ActorCell)actor.Underlying).Mailbox!.MessageQueue).Observed;

        var flow = await system.System.TrackAsync(() =>
        {
            var origin = MessageTracker.Follow(SenderOrigin.Find("message")!, "message", mailbox);
            var followed = Assert.IsAssignableFrom<TrackedMessage>(origin.Tracked);
            followed.Began(span: null);
            followed.Ended(isCutOff: true);
            followed.Awaits();
        });

        Assert.Empty(flow.Messages);
    }
}
