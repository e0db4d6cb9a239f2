using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>A trace goes on at another node, whatever way the message takes.</summary>
public sealed class RemoteTraceSpec
{
    [Fact]
    public async Task The_parent_of_a_span_at_another_node_is_the_senders_span()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        await using var there = Node.Start(network, 2);
        there.ActorOf((_, _) => { }, "end");
        var end = await here.Find(there, "end");
        await here.Meet(there);

        using var recorder = SpanRecorder.WithRoot(out var root);
        end.Tell("one");
        root.Dispose();
        var span = Assert.Single(await recorder.WaitForStopped(2), span => span != root);
        Assert.Equal(root.SpanId, span.ParentSpanId);
        Assert.True(span.HasRemoteParent);
    }

    [Fact]
    public async Task An_answer_is_in_the_trace_of_its_question()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        await using var there = Node.Start(network, 2);
        there.ActorOf((context, message) => context.Sender.Tell($"{message}!"), "echo");
        var echo = await here.Find(there, "echo");
        var got = new TaskCompletionSource<string>();
        var asking = here.ActorOf(
            (_, message) =>
            {
                if (message is "ask")
                {
                    echo.Tell("what");
                }
                else
                {
                    got.SetResult((string)message);
                }
            },
            "asking");
        await here.Meet(there);
        await there.Meet(here);

        using var recorder = SpanRecorder.WithRoot(out var root);
        asking.Tell("ask");
        root.Dispose();
        Assert.Equal("what!", await Eventually.Within(got.Task));
        await recorder.WaitForStopped(4);
        Assert.Equal(
            """
            test
              process Handler String
                process Handler String
                  process Handler String
            """.ReplaceLineEndings("\n"),
            recorder.Tree().Trim());
    }
}
