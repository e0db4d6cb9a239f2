using System.Collections.Concurrent;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>What a code filter is told about a message.</summary>
public sealed class FilterSpec
{
    [Fact]
    public async Task A_filter_decides_by_actor_and_sender()
    {
        var seen = new ConcurrentQueue<(string Actor, string Path, string? Sender, object Message)>();
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.Tracing.Filter = (message, _) =>
        {
            seen.Enqueue((message.Actor.Path.Name, message.ActorPath, message.Sender?.Path.Name, message.Message));
            return message.ActorPath != "/user/quiet";
        }));
        var (quiet, loud) = (host.System.ActorOf(Echo.Props, "quiet"), host.System.ActorOf(Echo.Props, "loud"));
        await quiet.Ask<string>("first");
        await loud.Ask<string>("second");

        await Eventually.True(() => host.Sdk.Spans.Any(span => Equals(span.GetTagItem("akka.actor.path"), "/user/loud")));
        Assert.DoesNotContain(host.Sdk.Spans, span => Equals(span.GetTagItem("akka.actor.path"), "/user/quiet"));
        Assert.Contains(seen, one => one is ("quiet", "/user/quiet", not null, "first"));
        Assert.Contains(seen, one => one is ("loud", "/user/loud", not null, "second"));
    }

    [Fact]
    public async Task It_knows_the_actor_of_a_failed_message_that_was_not_sampled()
    {
        var seen = new ConcurrentQueue<(string Path, string? Sender, object Message, TimeSpan? Wait)>();
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options =>
        {
            options.Tracing.Sampling.Ratio = 0;
            options.Tracing.Filter = (message, _) =>
            {
                seen.Enqueue((message.ActorPath, message.Sender?.Path.Name, message.Message, message.WaitTime));
                return true;
            };
        }));
        host.System.ActorOf(Handler.Fallible, "failing").Tell("fail", ActorRefs.NoSender);

        await Eventually.True(() => host.Sdk.Spans.Any(span => Equals(span.GetTagItem("akka.sampling.reason"), "error")));
        Assert.Contains(("/user/failing", null, "fail", null), seen);
    }
}
