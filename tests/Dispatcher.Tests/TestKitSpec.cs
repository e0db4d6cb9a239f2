using System.Diagnostics;
using Akka.Actor;
using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests;

/// <summary>A user's own specs on Akka's test kit, in a system whose defaults are instrumented.</summary>
public class TestKitSpec() : TestKit(AkkaInstrumentationConfig.Defaults)
{
    [Fact]
    public async Task Expectations_hold_as_they_do_without_instrumentation()
    {
        var actor = Sys.ActorOf(Echo.Props);
        var probe = CreateTestProbe();
        probe.Watch(actor);

        actor.Tell("hello", TestActor);
        await ExpectMsgAsync("hello");
        Sys.Stop(actor);

        await probe.ExpectTerminatedAsync(actor);
    }

    /// <summary>Why a message without a sender may have one in a process with test kits: it is not of our doing.</summary>
    [Fact]
    public void A_test_kit_leaves_its_test_actor_on_the_thread_that_made_it()
    {
        IActorRef? before = null, afterwards = null, testActor = null;
        var thread = new Thread(() =>
        {
            before = ActorCell.GetCurrentSelfOrNoSender();
            var kit = new TestKit();
            testActor = kit.TestActor;
            kit.Sys.Terminate().Wait();
            afterwards = ActorCell.GetCurrentSelfOrNoSender();
        });
        thread.Start();
        thread.Join();

        Assert.True(before is null || before.IsNobody());
        Assert.NotNull(testActor);
        Assert.Same(testActor, afterwards);
    }

    [Fact]
    public async Task A_run_on_the_calling_thread_inside_a_message_leaves_the_messages_span_current()
    {
        using var spans = SpanRecorder.WithRoot(out _);
        var inner = Sys.ActorOf(Echo.Props.WithDispatcher("akka.test.calling-thread-dispatcher"));
        await inner.Ask<string>("has started");
        var outer = Sys.ActorOf(Handler.Props((context, message) =>
        {
            var before = Activity.Current;
            inner.Tell(message, context.Self);
            context.Sender.Tell(before is not null && ReferenceEquals(before, Activity.Current));
        }));
        await outer.Ask<ActorIdentity>(new Identify(1));

        Assert.True(await outer.Ask<bool>("message"));
    }
}
