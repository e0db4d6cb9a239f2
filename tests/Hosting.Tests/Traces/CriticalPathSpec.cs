using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Traces;

/// <summary>The critical path over spans that real actors have left.</summary>
public sealed class CriticalPathSpec
{
    /// <summary>The front asks the worker and awaits; the worker awaits a call that the test ends.</summary>
    [Fact]
    public async Task A_question_that_calls_elsewhere_goes_through_both_actors_and_the_call()
    {
        await using var system = Systems.Instrumented();
        using var library = new ActivitySource("a library");
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source == library, Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        using var recorder = SpanRecorder.WithRoot(out var root);
        Activity? call = null;
        var worker = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var asker = context.Sender;
            using (call = library.StartActivity("SELECT", ActivityKind.Client))
            {
                await Task.Yield();
            }

            asker.Tell(message);
        }));
        var front = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var asker = context.Sender;
            asker.Tell(await worker.Ask<string>(message, TimeSpan.FromSeconds(20)));
        }));
        await front.Ask<string>("tea", TimeSpan.FromSeconds(20));
        root.Stop();
        await recorder.WaitForStopped(3);

        var path = AkkaCriticalPath.Of(recorder.Stopped.Append(call!));
        var steps = path.Select(part => (part.Part, part.ActorPath)).ToList();
        Assert.Contains((AkkaPathPart.Working, front.Path.ToStringWithoutAddress()), steps);
        Assert.Contains((AkkaPathPart.Working, worker.Path.ToStringWithoutAddress()), steps);
        Assert.Contains(path, part => part is { Part: AkkaPathPart.Awaiting, Name: "SELECT", ActorPath: null });
        Assert.Equal(path[^1].Start + path[^1].Duration - path[0].Start, path.Aggregate(TimeSpan.Zero, (sum, part) => sum + part.Duration));
    }

    [Fact]
    public void Spans_of_several_traces_are_refused_and_none_have_no_path()
    {
        using var one = new Activity("one").Start();
        one.Stop();
        using var other = new Activity("other").Start();
        other.Stop();
        Assert.Throws<ArgumentException>(() => AkkaCriticalPath.Of([one, other]));
        Assert.Empty(AkkaCriticalPath.Of([]));
    }
}
