namespace AkkaInstrumentation.Tests.Cases;

/// <summary>Handlers that await: the span lasts until their task has finished.</summary>
internal static class AsyncCases
{
    public static Case[] All { get; } =
    [
        new(
            "async: what is sent before and after each of three awaits is the message's child",
            scene =>
            {
                var b = scene.Sink("b");
                scene.Inside(
                    scene.Async("a", async (_, _) =>
                    {
                        var mine = Activity.Current;
                        for (var i = 0; i < 3; i++)
                        {
                            b.Tell(i, ActorRefs.NoSender);
                            await Elsewhere();
                            scene.Check(ReferenceEquals(mine, Activity.Current));
                        }

                        b.Tell("last", ActorRefs.NoSender);
                    }),
                    "hello");
            },
            """
            test
              AsyncHandler/String: String at a
                Handler/Int32: Int32 at b
                Handler/Int32: Int32 at b
                Handler/Int32: Int32 at b
                Handler/String: String at b
            """),
        new(
            "async: the next message begins when the last await is over",
            scene =>
            {
                var running = 0;
                var a = scene.Async("a", async (_, _) =>
                {
                    scene.Check(Interlocked.Increment(ref running) == 1);
                    await Elsewhere();
                    Interlocked.Decrement(ref running);
                });
                scene.Inside(a, 1, 2);
                Scene.Outside(a, "root");
            },
            """
            test
              AsyncHandler/Int32: Int32 at a
              AsyncHandler/Int32: Int32 at a
            AsyncHandler/String: String at a
            """),
        new(
            "async: a failure after an await restarts the actor and is the message's",
            scene => scene.Inside(
                scene.Async("a", async (_, message) =>
                {
                    await Elsewhere();
                    Fail.If(message is 1);
                }),
                1,
                "next"),
            """
            test
              AsyncHandler/Int32: Int32 at a !System.TimeoutException "no stock" > restart
              AsyncHandler/String: String at a
            """),
        new(
            "async: a failure before the first await",
            scene => scene.Inside(
                scene.Async("a", (_, message) =>
                {
                    Fail.If(message is 1);
                    return Task.CompletedTask;
                }),
                1,
                "next"),
            """
            test
              AsyncHandler/Int32: Int32 at a !System.TimeoutException "no stock" > restart
              AsyncHandler/String: String at a
            """),
        new(
            "async: a stop while it awaits ends the span with the actor",
            async scene =>
            {
                var hold = new Hold();
                var a = scene.Async("a", (_, _) => hold.PassAsync());
                scene.Inside(a, 1, 2);
                await hold.Entered;
                scene.System.Stop(a);
            },
            """
            test
              AsyncHandler/Int32: Int32 at a !actor_stopped "The actor stopped while its handler awaited."
            """),
        new(
            "async: a handler that stops its own actor after an await has ended",
            scene => scene.Inside(
                scene.Async("a", async (context, _) =>
                {
                    await Elsewhere();
                    context.Stop(context.Self);
                }),
                1),
            """
            test
              AsyncHandler/Int32: Int32 at a
            """),
        new(
            "async: what PipeTo brings back is a child of the message that began it",
            scene => Piped(scene, AnswerElsewhere),
            """
            test
              Handler/String: String at a
                Handler/Int32: Int32 at a
            """),
        new(
            "async: PipeTo of a task that fails brings a Status.Failure",
            scene => Piped(scene, FailElsewhere),
            """
            test
              Handler/String: String at a
                Handler/Status.Failure: Status.Failure at a
            """),
        new(
            "async: without a span the trace still passes through, before and after an await",
            scene =>
            {
                var b = scene.Sink("b");
                scene.Inside(
                    scene.Async("a", async (_, _) =>
                    {
                        b.Tell("before", ActorRefs.NoSender);
                        await Elsewhere();
                        b.Tell(1, ActorRefs.NoSender);
                    }),
                    "hello");
            },
            """
            test
              Handler/Int32: Int32 at b
              Handler/String: String at b
            """,
            "akka.instrumentation.rules.left-out { actor = AsyncHandler, trace = never }"),
        new(
            "async: an unsampled trace stays unsampled after an await",
            scene =>
            {
                var b = scene.Sink("b");
                Scene.Outside(
                    scene.Async("a", async (_, _) =>
                    {
                        scene.Check(Activity.Current is NonRecordingActivity);
                        await Elsewhere();
                        scene.Check(Activity.Current is NonRecordingActivity);
                        b.Tell(1, ActorRefs.NoSender);
                    }),
                    "hello");
            },
            CaseTree.Nothing,
            "akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = always }"),
    ];

    // completes on a thread of the pool, so that the continuation is a run of its own
    private static Task Elsewhere() => Task.Delay(1);

    private static void Piped(Scene scene, Func<Task<int>> work) => scene.Inside(
        scene.Actor("a", (context, message) =>
        {
            if (message is "begin")
            {
                work().PipeTo(context.Self);
            }
        }),
        "begin");

    private static async Task<int> AnswerElsewhere()
    {
        await Elsewhere();
        return 42;
    }

    private static async Task<int> FailElsewhere()
    {
        await Elsewhere();
        throw new TimeoutException("no stock");
    }
}
