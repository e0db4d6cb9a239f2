namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// What a handler of a message that is not sampled writes to the current activity, no handler of another actor, another trace or another actor system
/// reads. What outlives its handler is in <see cref="OutlivingWorkSpec"/>.
/// </summary>
[Collection(Alone.Name)]
public sealed class IsolationSpec
{
    private const string OwnIds = "akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = always }";

    private static readonly string[] Ways =
        ["tag", "event", "link", "baggage", "flags", "trace state", "custom property", "display name", "status", "all data", "stop"];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_a_handler_writes_is_read_by_no_other_actor_and_not_by_its_actors_next_handler(bool awaits)
    {
        const int messages = 300;
        await using var one = Systems.Instrumented(OwnIds);
        await using var other = Systems.Instrumented(OwnIds);
        using var spans = SpanRecorder.UnderPath("/user/none");
        var read = new ConcurrentQueue<bool>();
        var writers = Ways.Select(way => one.ActorOf(Writer(way, awaits, Read))).ToList();
        var readers = new[] { one, other }.SelectMany(system => Enumerable.Range(0, 4).Select(_ => system.ActorOf((_, _) => Read()))).ToList();

        for (var i = 0; i < messages; i++)
        {
            writers.ForEach(writer => writer.Tell(i, ActorRefs.NoSender));
            readers.ForEach(reader => reader.Tell("read", ActorRefs.NoSender));
        }

        await Eventually.Equal((readers.Count + writers.Count) * messages, () => read.Count);
        Assert.DoesNotContain(true, read);

        void Read() => read.Enqueue(IsWritten(Activity.Current!));
    }

    /// <summary>Such an activity is the parent of all that is sent in it: here 20 unrelated messages.</summary>
    [Theory]
    [InlineData("adaptive")]
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
            if (message is Hold gate)
            {
                gate.Pass();
                Activity.Current = null;
                left = source.StartActivity("never stopped");
                return;
            }

            seen.Enqueue(Activity.Current);
            next.Tell(message, ActorRefs.NoSender);
        });

        await hold.EnterAt(actor);
        actor.TellNumbers(20);

        hold.Release();

        await Eventually.Equal(40, () => seen.Count);
        Assert.NotNull(left);
        Assert.All(seen, activity => Assert.IsType<NonRecordingActivity>(activity));
        Assert.DoesNotContain(seen, activity => activity!.TraceId == left.TraceId);
        Assert.Equal([left], spans.Started);
    }

    // each reads before it writes; those that await write before it and after it in turn
    private static Props Writer(string way, bool awaits, Action read) => AsyncHandler.Props(async (_, message) =>
    {
        read();
        var current = Activity.Current!;
        if (awaits && (int)message % 2 == 0)
        {
            await Task.Delay(1);
        }

        current.Write(way);
        if (awaits && (int)message % 2 != 0)
        {
            await Task.Delay(1);
        }
    });

    private static bool IsWritten(Activity activity) =>
        activity.TagObjects.Any() || activity.Events.Any() || activity.Links.Any() || activity.Baggage.Any() || activity.TraceStateString is not null
        || activity.GetCustomProperty("tenant") is not null || activity.DisplayName == "named" || activity.Status != ActivityStatusCode.Unset
        || activity.IsAllDataRequested || activity.Recorded || activity.IsStopped;
}
