namespace AkkaInstrumentation.Tests;

/// <summary>A cluster of three processes over TCP.</summary>
public sealed class ProcessesSpec
{
    [Fact]
    public async Task Traces_are_whole_before_and_after_a_node_was_killed_and_is_back_beside_a_node_without_the_library()
    {
        var spans = new ConcurrentBag<NodeSpan>();
        await using var front = await NodeProcess.Start("cluster", spans);
        var back = await NodeProcess.Start("cluster", spans, seed: front);
        await using var plain = await NodeProcess.Start("cluster", spans, instrumented: false, seed: front);
        await Up(front);
        await NodeTraces.Meet(front, back, spans);
        await Requests("before");

        var port = back.Port;
        back.Kill();
        await back.DisposeAsync();
        Assert.Equal("none", await front.Ask("lost", back));
        Assert.Equal("meanwhile", await front.Ask("meanwhile", plain));
        back = await NodeProcess.Start("cluster", spans, port: port, seed: front);
        await Up(front);
        await NodeTraces.Meet(front, back, spans);
        await Requests("after");
        await back.DisposeAsync();

        async Task Requests(string when)
        {
            for (var i = 0; i < 30; i++)
            {
                Assert.Equal($"{when}-{i}", await front.Ask($"{when}-{i}", back));
                Assert.Equal($"{when}-plain-{i}", await front.Ask($"{when}-plain-{i}", back, plain));
            }

            await NodeTraces.AreWhole(when, spans, requests: 60, handlers: 60);
        }
    }

    private static Task Up(NodeProcess node) =>
        Eventually.True(async () => await node.Members() == "3 up, 0 unreachable", timeout: TimeSpan.FromSeconds(60));
}
