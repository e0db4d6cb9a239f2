using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;
using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// The messages of a row share one activity, which their thread keeps. A run inside one of the handlers, on the same thread, gives it back. The test
/// kit's dispatcher makes such runs.
/// </summary>
[Collection(Alone.Name)]
public sealed class NestedUnsampledSpec() : TestKit(
    ConfigurationFactory.ParseString("akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = never }").WithFallback(AkkaInstrumentationConfig.Defaults))
{
    private const string CallingThread = "akka.test.calling-thread-dispatcher";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_run_inside_a_handler_gives_the_row_back(bool insideOfNothing)
    {
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        var inner = await Started(Handler.Props((_, _) => { }), CallingThread);
        var handled = new List<Activity?>();
        var row = new List<NonRecordingActivity?>();
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

                row.Add(ThreadContext.Mine.Row);
                done.Signal();
            }),
            AkkaInstrumentationConfig.DispatcherId);
        using var held = new HeldClock();

        // all in one run
        outer.Tell("wait", ActorRefs.NoSender);
        outer.Tell(1, ActorRefs.NoSender);
        outer.Tell(2, ActorRefs.NoSender);
        outer.Tell(3, ActorRefs.NoSender);
        mayBegin.Set();
        Assert.True(done.Wait(TimeSpan.FromSeconds(20)));

        var mine = Assert.IsType<NonRecordingActivity>(handled[0]);
        Assert.All(handled, current => Assert.Same(mine, current));
        Assert.All(row, current => Assert.Same(mine, current));
        await Eventually.Equal(false, () => mine.IsInUse);
    }

    private async Task<IActorRef> Started(Props props, string dispatcher)
    {
        var actor = Sys.ActorOf(props.WithDispatcher(dispatcher));
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
        return actor;
    }
}
