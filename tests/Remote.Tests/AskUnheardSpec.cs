namespace AkkaInstrumentation.Tests;

/// <summary>What an Ask costs while nobody listens to <c>akka.ask.duration</c>.</summary>
[Collection(Alone.Name)]
public sealed class AskUnheardSpec
{
    [Fact]
    public async Task Without_a_listener_an_ask_uses_the_reference_that_Akka_makes()
    {
        await using var node = Node.Start(Node.Network(), 1);
        Assert.False(Instruments.AskDuration.Enabled);
        Assert.Equal(typeof(FutureActorRef<string>), Ref(node));

        using (new MetricRecorder(node.Test.Name, name => name != AkkaMetricNames.AskDuration))
        {
            Assert.Equal(typeof(FutureActorRef<string>), Ref(node));
        }

        using (new MetricRecorder(node.Test.Name, name => name == AkkaMetricNames.AskDuration))
        {
            Assert.Equal(typeof(RecordedAsk<string>), Ref(node));
        }

        Assert.Equal(typeof(FutureActorRef<string>), Ref(node));
    }

    private static Type Ref(Node node) => node.Provider.CreateFutureRef(new TaskCompletionSource<string>()).GetType();
}
