using Akka.Remote;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// What Akka.Remote does beyond sending messages: routees, deployment, supervision and death watch go on as ever, and in one trace.
/// </summary>
public sealed class RemoteStoriesSpec
{
    [Fact]
    public async Task A_router_with_remote_routees_passes_the_trace_on()
    {
        await using var nodes = Node.Two(out var here, out var there);
        there.ActorOf((_, _) => { }, "routee-1");
        there.ActorOf((_, _) => { }, "routee-2");
        await here.Meet(there);
        var router = here.Test.ActorOf(new BroadcastGroup($"{there.Address}/user/routee-1", $"{there.Address}/user/routee-2").Props());
        using var recorder = SpanRecorder.WithRoot(out var root);
        router.Tell("all");
        root.Dispose();
        await Eventually.True(() => recorder.Stopped.Count(span => PathOf(span).StartsWith("/user/routee-", StringComparison.Ordinal)) == 2);
        Assert.All(recorder.Stopped.Where(span => span != root), span => Assert.Equal(root.TraceId, span.TraceId));
    }

    [Fact]
    public async Task An_actor_that_is_deployed_at_another_node_works_in_the_trace_and_its_failure_is_seen()
    {
        using var before = SpanRecorder.OfNothing();
        await using var nodes = Node.Two(out var here, out var there);
        await here.Meet(there);
        await there.Meet(here);
        var deployed = here.System.ActorOf(Props.Create<Failing>()
            .WithDeploy(Deploy.None.WithScope(new RemoteScope(Address.Parse(there.Address)))), "deployed");
        Assert.Equal("hello", await deployed.Ask<string>("hello", TimeSpan.FromSeconds(20)));

        using var recorder = SpanRecorder.WithRoot(out var root);
        deployed.Tell("fail");
        root.Dispose();
        Assert.Equal("again", await deployed.Ask<string>("again", TimeSpan.FromSeconds(20)));
        await Eventually.True(() => recorder.Stopped.Any(span => span.Status == ActivityStatusCode.Error), recorder.Dump);
        var failed = recorder.Stopped.Single(span => span.Status == ActivityStatusCode.Error);
        Assert.Equal(root.SpanId, failed.ParentSpanId);
        Assert.StartsWith("/remote/", PathOf(failed), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_end_of_a_watched_actor_at_another_node_is_seen()
    {
        await using var nodes = Node.Two(out var here, out var there);
        there.ActorOf((_, _) => { }, "watched");
        await here.Meet(there);
        var remote = await here.Find(there, "watched");
        Assert.IsType<TracedRemoteActorRef>(remote);
        var ended = new TaskCompletionSource<IActorRef>();
        var watching = new TaskCompletionSource();
        var watcher = here.ActorOf(
            (context, message) =>
            {
                if (message is Terminated end)
                {
                    ended.SetResult(end.ActorRef);
                }
                else
                {
                    context.Watch(remote);
                    watching.SetResult();
                }
            },
            "watcher");
        using var recorder = SpanRecorder.WithRoot(out var root);
        watcher.Tell("watch");
        await Eventually.Within(watching.Task);
        remote.Tell(PoisonPill.Instance);
        root.Dispose();
        Assert.Equal(remote, await Eventually.Within(ended.Task));
    }

    [Fact]
    public async Task Untrusted_mode_sees_the_message_and_no_envelope()
    {
        await using var nodes = Node.Two(out var here, out var there, "", "akka.remote.untrusted-mode = on");
        var got = new System.Collections.Concurrent.ConcurrentQueue<object>();
        there.ActorOf((_, message) => got.Enqueue(message), "end");
        await here.Meet(there);
        using var recorder = SpanRecorder.WithRoot(out var root);
        var end = here.At(there, "end");
        end.Tell(PoisonPill.Instance);
        end.Tell("after the poison");
        root.Dispose();
        await Eventually.Equal(1, () => got.Count);
        Assert.Equal("after the poison", Assert.Single(got));
    }

    [Fact]
    public async Task A_quarantined_node_that_restarts_gets_contexts_again()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        var there = Node.Start(network, 2);
        there.ActorOf((_, _) => { }, "end");
        await here.Meet(there);
        var uid = AddressUidExtension.Uid(there.System);
        ((RemoteActorRefProvider)((ExtendedActorSystem)here.System).Provider).Quarantine(Address.Parse(there.Address), uid);
        await Eventually.True(() => here.Tracing.Counts!.Quarantines.Sum(count => count.Value) == 1);
        await there.Leave();

        await using var next = Node.Start(network, 2);
        var got = new System.Collections.Concurrent.ConcurrentQueue<ActivitySpanId>();
        next.ActorOf((_, _) => got.Enqueue(Activity.Current?.ParentSpanId ?? default), "end");
        var end = here.At(next, "end");
        using var recorder = SpanRecorder.WithRoot(out var root);
        await Eventually.True(() =>
        {
            end.Tell("hello");
            return here.PeerOf(next).Reads;
        });
        await Eventually.True(() =>
        {
            end.Tell("hello");
            return got.Contains(root.SpanId);
        });
        root.Dispose();
    }

    private static string PathOf(Activity span) => span.GetTagItem(AkkaSpanAttributes.ActorPath) as string ?? "";

    /// <summary>Made by the other node.</summary>
    public sealed class Failing : ReceiveActor
    {
        public Failing() => ReceiveAny(message =>
        {
            if (message is "fail")
            {
                throw new InvalidOperationException("as asked");
            }

            Sender.Tell(message);
        });
    }
}
