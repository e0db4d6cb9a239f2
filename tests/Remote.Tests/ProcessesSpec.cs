namespace AkkaInstrumentation.Tests;

/// <summary>Nodes in processes of their own, over TCP: two with this library, one without.</summary>
public sealed class ProcessesSpec
{
    [Fact]
    public async Task A_trace_goes_from_process_to_process_and_a_node_without_the_library_gets_every_message()
    {
        var spans = new ConcurrentBag<NodeSpan>();
        await using var here = await NodeProcess.Start("remote", spans);
        await using var there = await NodeProcess.Start("remote", spans);
        await using var plain = await NodeProcess.Start("remote", spans, instrumented: false);

        await NodeTraces.Meet(here, there, spans);
        await Eventually.True(async () => await here.Ask("hello", plain) == "hello" && await here.Ask("hello", there, plain) == "hello");
        for (var i = 0; i < 50; i++)
        {
            Assert.Equal($"text-there-{i}", await here.Ask($"text-there-{i}", there));
            Assert.Equal($"text-plain-{i}", await here.Ask($"text-plain-{i}", plain));
            Assert.Equal($"text-both-{i}", await here.Ask($"text-both-{i}", there, plain));
        }

        await NodeTraces.AreWhole("text", spans, requests: 150, handlers: 100);
    }

    [Fact]
    public async Task A_node_that_was_killed_and_is_back_continues_traces_and_one_that_is_back_without_the_library_gets_its_messages()
    {
        var spans = new ConcurrentBag<NodeSpan>();
        await using var here = await NodeProcess.Start("remote", spans);
        var there = await NodeProcess.Start("remote", spans);
        var port = there.Port;
        await NodeTraces.Meet(here, there, spans);

        there.Kill();
        await there.DisposeAsync();
        there = await NodeProcess.Start("remote", spans, port: port);
        await NodeTraces.Meet(here, there, spans);

        there.Kill();
        await there.DisposeAsync();
        there = await NodeProcess.Start("remote", spans, instrumented: false, port: port);
        await Eventually.True(async () => await here.Ask("hello", there) == "hello");
        for (var i = 0; i < 50; i++)
        {
            Assert.Equal($"{i}", await here.Ask($"{i}", there));
        }

        await there.DisposeAsync();
    }
}
