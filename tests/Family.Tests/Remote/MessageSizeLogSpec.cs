namespace AkkaInstrumentation.Tests;

/// <summary><c>akka.remote.log-frame-size-exceeding</c> logs the sizes of large messages by their type. A trace does not hide the type.</summary>
public sealed class MessageSizeLogSpec
{
    [Fact]
    public async Task The_log_of_large_messages_names_the_type_of_a_message_in_a_trace()
    {
        await using var nodes = Node.Two(out var here, out var there, "akka.loglevel = INFO\nakka.remote.log-frame-size-exceeding = 2000b", "");
        var arrived = new TaskCompletionSource();
        there.ActorOf((_, _) => arrived.TrySetResult(), "end");
        await here.Meet(there);
        var logged = new TaskCompletionSource<string>();
        var log = here.ActorOf((_, message) => KeepSize(message, logged), "log");
        here.System.EventStream.Subscribe(log, typeof(Info));

        using (SpanRecorder.WithRoot(out var root))
        {
            here.At(there, "end").Tell(new string('x', 5_000));
            root.Dispose();
        }

        await Eventually.Within(arrived.Task, TimeSpan.FromSeconds(60));
        await Eventually.Within(logged.Task, TimeSpan.FromSeconds(60));
        Assert.StartsWith($"Payload size for [{typeof(string).FullName}] is ", await logged.Task, StringComparison.Ordinal);
    }

    private static void KeepSize(object message, TaskCompletionSource<string> logged)
    {
        if (message is Info { Message: { } text } && text.ToString() is { } line && line.StartsWith("Payload size", StringComparison.Ordinal))
        {
            logged.TrySetResult(line);
        }
    }
}
