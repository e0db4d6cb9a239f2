namespace AkkaInstrumentation.Tests;

/// <summary>ClusterClient's receptionist has an actor for each asker of another system, with that asker's path as its name.</summary>
public sealed class EncodedSenderSpec
{
    [Theory]
    [InlineData("akka.tcp://remote-cluster-system@localhost:12553/user/work-batch-requester#1593247552",
        "akka.tcp://remote-cluster-system@localhost:12553/user/work-batch-requester")]
    [InlineData("akka.tcp://other@host:1/temp/$a", "akka.tcp://other@host:1/temp/$a")]
    public async Task A_sender_that_stands_for_one_of_another_system_has_that_ones_path(string name, string shown)
    {
        await using var node = Node.Start(Node.Network(), 1);
        var end = node.ActorOf((_, _) => { }, "end");
        var tunnel = node.ActorOf((_, message) => end.Tell(message), Uri.EscapeDataString(name));
        using var recorder = SpanRecorder.WithRoot(out var root);
        tunnel.Tell("hello", ActorRefs.NoSender);
        root.Dispose();
        var spans = await recorder.WaitForStopped(3);
        Assert.Equal($"/user/{shown}", Assert.Single(spans.Select(span => span.GetTagItem(AkkaSpanAttributes.SenderPath)).OfType<string>()));
        Assert.Contains($"/user/{shown}", spans.Select(span => span.GetTagItem(AkkaSpanAttributes.ActorPath)));
    }

    [Theory]
    [InlineData("a%20b", "/user/a%20b")]
    [InlineData("akka%3A%2F%2Fs%2Fuser%2Fa%0Ab", "/user/akka://s/user/a%0Ab")]
    [InlineData("akka%3A%2F%2Fs%2F%zz", "/user/akka://s/%zz")]
    public void Other_names_can_be_read_in_one_line(string name, string shown) =>
        Assert.Equal(shown, ActorTypeNames.PathOf(new RootActorPath(new Address("akka", "s")) / "user" / name));

    [Fact]
    public void What_another_system_sends_is_cut() =>
        Assert.Equal(
            512, ActorTypeNames.PathOf(new RootActorPath(new Address("akka", "s")) / "user" / $"akka%3A%2F%2F{new string('a', 10_000)}").Length);
}
