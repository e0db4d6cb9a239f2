namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// Several actors handle messages of one unsampled trace at the same time. What a handler writes to the current activity stays with that handler, and
/// with what it sends.
/// </summary>
[Collection(Alone.Name)]
public sealed class OverlappingHandlersSpec
{
    [Theory]
    [InlineData("always", false)]
    [InlineData("when-used", true)]
    [InlineData("always", true)]
    public async Task What_one_actor_writes_another_at_the_same_time_does_not_read(string ids, bool isInsideOfRequest)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }}");
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        var (firstIsIn, secondIsIn, written) = (NewSource<bool>(), NewSource<bool>(), NewSource<bool>());
        var (read, sent) = (NewSource<string>(), NewSource<string>());
        var last = system.ActorOf((_, _) => sent.TrySetResult(Activity.Current!.GetBaggageItem("tenant") ?? "nothing"));
        var first = system.ActorOf(AsyncHandler.Props(async (_, _) =>
        {
            firstIsIn.TrySetResult(true);
            await secondIsIn.Task;
            Activity.Current!.SetTag("of", "first").SetBaggage("tenant", "first");
            written.TrySetResult(true);
        }));
        var second = system.ActorOf(AsyncHandler.Props(async (_, _) =>
        {
            secondIsIn.TrySetResult(true);
            await written.Task;
            read.TrySetResult($"{Activity.Current!.GetTagItem("of") ?? "nothing"} {Activity.Current!.TraceId}");
            last.Tell("sent", ActorRefs.NoSender);
        }));
        var trace = NewSource<ActivityTraceId>();
        var start = system.ActorOf((_, _) =>
        {
            trace.TrySetResult(Activity.Current!.TraceId);
            first.Tell("first", ActorRefs.NoSender);
            firstIsIn.Task.Wait();
            second.Tell("second", ActorRefs.NoSender);
        });

        await EmptyThread.Run(() =>
        {
            // a web request that its sampler has dropped
            using var request = isInsideOfRequest ? Unsampled.Activity("request").Start() : null;
            start.Tell("start", ActorRefs.NoSender);
        });

        Assert.Equal($"nothing {await Eventually.Within(trace.Task)}", await Eventually.Within(read.Task));
        Assert.Equal("nothing", await Eventually.Within(sent.Task));
    }

    /// <summary>Messages wander among actors, of which half await. Whoever handles one has its activity alone until it has ended.</summary>
    [Theory]
    [InlineData("always", 1)]
    [InlineData("always", 20)]
    public async Task No_two_handlers_have_the_same_activity_at_once(string ids, int throughput)
    {
        const int Traces = 300;
        const int Hops = 100;
        await using var system = Systems.Instrumented(
            $$"""
            akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = {{ids}} }
            akka.actor.default-dispatcher.throughput = {{throughput}}
            """);
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        var handling = new ConcurrentDictionary<Activity, int>();
        var (twice, ended) = (0, 0);
        var actors = new IActorRef[8];
        for (var i = 0; i < actors.Length; i++)
        {
            actors[i] = i % 2 == 0
                ? system.ActorOf((_, message) =>
                {
                    var (hops, current) = ((int)message, Begin());
                    Pass(hops - 1);
                    Thread.SpinWait(hops % 7 * 20);
                    End(current);
                })
                : system.ActorOf(AsyncHandler.Props(async (_, message) =>
                {
                    var (hops, current) = ((int)message, Begin());
                    if (hops % 3 == 0)
                    {
                        Pass(hops - 1);
                    }

                    await Task.Yield();
                    if (hops % 10 == 0)
                    {
                        // so that the thread goes on with other actors meanwhile
                        await Task.Delay(1);
                    }

                    if (hops % 3 != 0)
                    {
                        Pass(hops - 1);
                    }

                    End(current);
                }));
        }

        await EmptyThread.Run(() =>
        {
            for (var i = 0; i < Traces; i++)
            {
                actors[i % actors.Length].Tell(Hops, ActorRefs.NoSender);
            }
        });

        await Eventually.True(() => Volatile.Read(ref ended) >= Traces, () => $"{ended} of {Traces} ended", TimeSpan.FromMinutes(2));
        Assert.Equal(0, twice);

        Activity Begin()
        {
            var current = Activity.Current!;
            if (!handling.TryAdd(current, 0))
            {
                Interlocked.Increment(ref twice);
            }

            return current;
        }

        void End(Activity current) => handling.TryRemove(current, out _);

        void Pass(int hops)
        {
            if (hops > 0)
            {
                actors[Random.Shared.Next(actors.Length)].Tell(hops, ActorRefs.NoSender);
            }
            else
            {
                Interlocked.Increment(ref ended);
            }
        }
    }

    /// <summary>Such an activity is the parent of all that is sent in it: here 20 unrelated messages.</summary>
    [Theory]
    [InlineData("when-used")]
    [InlineData("always")]
    public async Task An_activity_that_a_handler_leaves_open_is_not_around_the_next_message(string ids)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }}");
        using var hold = new Hold();
        using var source = new ActivitySource($"left-open-{Guid.NewGuid():N}");
        using var spans = SpanRecorder.Everything(source.Name);
        var seen = new ConcurrentQueue<Activity?>();
        var left = default(Activity);
        var next = system.ActorOf((_, _) => seen.Enqueue(Activity.Current));
        var actor = system.ActorOf((_, message) =>
        {
            if (message is "leave")
            {
                hold.Pass();
                Activity.Current = null;
                left = source.StartActivity("never stopped");
                return;
            }

            seen.Enqueue(Activity.Current);
            next.Tell(message, ActorRefs.NoSender);
        });

        actor.Tell("leave", ActorRefs.NoSender);
        await hold.Entered;
        actor.TellNumbers(20);

        hold.Release();

        await Eventually.Equal(40, () => seen.Count);
        Assert.NotNull(left);
        Assert.All(seen, activity => Assert.True(ids == "always" ? activity is NonRecordingActivity : activity is null));
        Assert.DoesNotContain(seen, activity => activity?.TraceId == left.TraceId);
        Assert.Equal([left], spans.Started);
    }

    private static TaskCompletionSource<T> NewSource<T>() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
