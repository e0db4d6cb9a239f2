using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests.Recording;

/// <summary>
/// The table of <c>docs/architecture.md</c>, as a model beside the recorder: whatever the order of events, both are in the same state, and each
/// recorded message has one span that ends once.
/// </summary>
[Collection(Alone.Name)]
public sealed class RecorderStateSpec
{
    private const int Sequences = 300;
    private const int Length = 60;

    private enum Step
    {
        RunBegins,
        PlainMessage,
        RecordedMessage,
        Empty,
        SystemMessage,
        RunEnds,
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Whatever_happens_in_whatever_order_the_state_is_that_of_the_table(bool isListening)
    {
        await using var system = Systems.Plain(
            "akka.loglevel = OFF\nakka.instrumentation.tracing.sampling { ratio = 0.001, unsampled-trace-ids = when-used }");
        var recorder = await Recorders.OfStartedActor(system);
        var root = new Activity("root").SetIdFormat(ActivityIdFormat.W3C).Start();
        using var listener = isListening ? SpanRecorder.WithRoot(out root) : null;
        root.ActivityTraceFlags |= ActivityTraceFlags.Recorded;
        var sentIn = MessageOrigin.SentIn(root);
        Activity.Current = null;

        var recorded = 0;
        for (var seed = 0; seed < Sequences; seed++)
        {
            var random = new Random(seed);
            var (run, state, steps) = (0, recorder.State, new List<Step>());
            for (var i = 0; i < Length || run != 0; i++)
            {
                var step = run == 0 ? Step.RunBegins : i >= Length ? Step.RunEnds : (Step)random.Next(1, 6);
                steps.Add(step);
                Do(step, recorder, sentIn, ref run);
                recorded += step == Step.RecordedMessage ? 1 : 0;
                state = After(step, state, isListening);
                Assert.True(recorder.State == state, $"seed {seed}: {recorder.State} after {string.Join(", ", steps)}, not {state}");
            }

            Assert.Null(Activity.Current);
        }

        Assert.InRange(recorded, Sequences, int.MaxValue);
        Assert.Equal(isListening ? recorded : 0, listener?.Stopped.Count ?? 0);
    }

    private static RecorderState After(Step step, RecorderState state, bool isListening) => (step, state) switch
    {
        (Step.RunEnds, _) => state,
        _ when !isListening => RecorderState.Off,
        (Step.RunBegins or Step.PlainMessage, _) => RecorderState.Counting,
        (Step.RecordedMessage, _) => RecorderState.InMessage,
        (Step.Empty, _) => RecorderState.Idle,
        _ => RecorderState.InSystemMessage,
    };

    private static void Do(Step step, MailboxRecorder recorder, MessageOrigin sentIn, ref int run)
    {
        switch (step)
        {
            case Step.RunBegins:
                run = recorder.BeginRun(ThreadContext.Mine);
                break;
            case Step.PlainMessage:
                Dequeue(recorder, new StampedEnvelope(new Envelope("plain", ActorRefs.NoSender)));
                break;
            case Step.RecordedMessage:
                Dequeue(recorder, new StampedEnvelope(new Envelope(1, ActorRefs.NoSender), Stopwatch.GetTimestamp(), sentIn));
                break;
            case Step.Empty:
                if (recorder.IsRecording && !recorder.TryEnd())
                {
                    recorder.NextMessage(taken: false, default);
                }

                break;
            case Step.SystemMessage:
                recorder.BeginSystemMessage(new SystemMessageMarker(recorder, new Suspend(), sentIn));
                break;
            default:
                recorder.EndRun(run, ThreadContext.Mine);
                run = 0;

                // as the dispatcher's runnable does it
                HandlerContext.Leave();
                break;
        }
    }

    // As the queue does it.
    private static void Dequeue(MailboxRecorder recorder, in StampedEnvelope next)
    {
        if (recorder.IsRecording && !recorder.TryCount(next))
        {
            recorder.NextMessage(taken: true, next);
        }
    }
}
