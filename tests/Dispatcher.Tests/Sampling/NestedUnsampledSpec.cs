using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;
using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// A run inside a handler of an unsampled message, on the same thread, gives back what was current. The test kit's dispatcher makes such runs.
/// </summary>
[Collection(Alone.Name)]
public sealed class NestedUnsampledSpec() : TestKit(
    ConfigurationFactory.ParseString("akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = never }").WithFallback(AkkaInstrumentationConfig.Defaults))
{
    private const string CallingThread = "akka.test.calling-thread-dispatcher";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_run_inside_a_handler_gives_the_activity_back(bool insideOfNothing)
    {
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        var inner = await Started(Handler.Props((_, _) => { }), CallingThread);
        var handled = new List<Activity?>();
        var after = new List<Activity?>();
        using var mayBegin = new ManualResetEventSlim();
        using var done = new CountdownEvent(3);
        var outer = await Started(
            Handler.Props((_, message) =>
            {
                if (message is "wait")
                {
                    mayBegin.Wait();
                    return;
                }

                handled.Add(Activity.Current);
                if (insideOfNothing)
                {
                    ExecutionContext.Run(HandlerContext.Empty, _ => inner.Tell("inside", ActorRefs.NoSender), null);
                }
                else
                {
                    inner.Tell("inside", ActorRefs.NoSender);
                }

                after.Add(Activity.Current);
                done.Signal();
            }),
            AkkaInstrumentationConfig.DispatcherId);
        using var request = Unsampled.Activity("request").Start();

        // all in one run
        outer.Tell("wait", ActorRefs.NoSender);
        outer.Tell(1, ActorRefs.NoSender);
        outer.Tell(2, ActorRefs.NoSender);
        outer.Tell(3, ActorRefs.NoSender);
        mayBegin.Set();
        Assert.True(done.Wait(TimeSpan.FromSeconds(20)));

        var mine = Assert.IsType<NonRecordingActivity>(handled[0]);
        Assert.All(handled, current => Assert.Same(mine, current));
        Assert.All(after, current => Assert.Same(mine, current));
        Assert.Equal(request.TraceId, mine.TraceId);
    }

    private async Task<IActorRef> Started(Props props, string dispatcher)
    {
        var actor = Sys.ActorOf(props.WithDispatcher(dispatcher));
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
        return actor;
    }
}
