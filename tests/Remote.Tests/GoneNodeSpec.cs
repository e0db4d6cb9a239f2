namespace AkkaInstrumentation.Tests;

/// <summary>Messages to a node that is gone say so. They are no replies to messages without a sender.</summary>
public sealed class GoneNodeSpec
{
    [Theory]
    [InlineData("quarantined")]
    [InlineData("ended")]
    public async Task Requests_to_it_are_lost_because_it_is_gone(string how)
    {
        await using var nodes = Node.Two(out var here, out var there);
        using var metrics = new MetricRecorder(here.Test);
        var lost = new ConcurrentQueue<object>();
        var letters = here.ActorOf((_, message) => lost.Enqueue(((DeadLetter)message).Message), "letters");
        await here.Meet(there);
        var end = here.At(there, "end");
        if (how == "ended")
        {
            await there.Leave();
        }
        else
        {
            ((RemoteActorRefProvider)here.Provider).Quarantine(here.PeerOf(there).Address, AddressUidExtension.Uid(there.System));
        }

        here.System.EventStream.Subscribe(letters, typeof(DeadLetter));
        var sends = here.ActorOf((context, message) => end.Tell(message, context.Self), "sends");
        await Eventually.True(() =>
        {
            sends.Tell("a request", ActorRefs.NoSender);
            return lost.Count(message => message is "a request") >= 12;
        });
        await Eventually.Passes(() => Assert.Equal(
            lost.Count(message => message is "a request"), here.Instrumentation.Insight.Answers.LostMessages()
                .Where(one => one is { Reason: "node_gone", MessageType: "String" }).Sum(one => one.Count)));
        Assert.Equal("/user/sends", Assert.Single(here.Instrumentation.Insight.Answers.LostMessages(),
            one => one.MessageType == "String").SenderPath);
        var found = SystemFindings.Read(here.Instrumentation, new(), System.Diagnostics.Stopwatch.GetTimestamp());
        var trouble = Assert.Single(SystemHealth.From(found, new()).Troubles, trouble => trouble.Kind == "lost");
        Assert.Contains("its node is gone", trouble.What, StringComparison.Ordinal);
        var cause = Assert.Single(AkkaDiagnosis.Read(here.System).Causes);
        Assert.Equal("gone_node", cause.Kind);
        Assert.StartsWith("String from Handler to ", cause.Description, StringComparison.Ordinal);
    }
}
