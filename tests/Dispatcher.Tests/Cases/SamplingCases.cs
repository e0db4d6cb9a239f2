using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Cases;

/// <summary>What is decided without chance: all, none, an exhausted budget; how whole traces follow.</summary>
internal static class SamplingCases
{
    private const string None = "akka.instrumentation.tracing.sampling.ratio = 0";

    public static Case[] All { get; } =
    [
        new("sampling: nothing of a new trace", scene => Scene.Outside(Chain(scene), 1), CaseTree.Nothing, None),
        new(
            "sampling: all of a trace that somebody else sampled",
            scene => scene.Inside(Chain(scene), 1),
            """
            test
              Handler/Int32: Int32 at a
                Handler/Int32: Int32 at b
                  Handler/Int32: Int32 at c
            """,
            None),
        new(
            "sampling: unsampled messages between sampled ones of one row",
            async scene =>
            {
                var a = scene.Actor("a", (_, message) =>
                {
                    (message as Hold)?.Pass();
                    scene.Check(message switch
                    {
                        string => Activity.Current is { Recorded: true },
                        _ => Activity.Current is NonRecordingActivity,
                    });
                });
                await scene.InARow(a, scene.Test, "one", "two");
                await scene.InARow(a, null, 1, 2);
                await scene.InARow(a, scene.Test, "three");
            },
            """
            test
              Handler/String: String at a
              Handler/String: String at a
              Handler/String: String at a
            """,
            None),
        new(
            "sampling: a budget that is spent leaves later roots out, traces whole",
            async scene =>
            {
                // one that is let in, after which there is nothing for ten seconds
                Activity.Current = null;
                var chain = Chain(scene);
                for (var i = 0; i < 3; i++)
                {
                    await Eventually.Within(chain.Ask<int>(i));
                }
            },
            """
            Handler/Int32: Int32 at a from ask
              Handler/Int32: Int32 at b from ask
                Handler/Int32: Int32 at c from ask
            """,
            "akka.instrumentation.tracing.sampling.budget = 0.1"),
        new(
            "sampling: inside a trace that a sampler has dropped there is nothing",
            scene =>
            {
                using var dropped = Unsampled.Activity("dropped").Start();
                Chain(scene).Tell(1, ActorRefs.NoSender);
                dropped.Stop();
                Activity.Current = scene.Test;
            },
            CaseTree.Nothing),
    ];

    private static IActorRef Chain(Scene scene)
    {
        var c = scene.Actor("c", (context, message) =>
        {
            if (!context.Sender.IsNobody())
            {
                context.Sender.Tell(message);
            }
        });
        var b = scene.Actor("b", (context, message) => c.Tell(message, context.Sender));
        return scene.Actor("a", (context, message) => b.Tell(message, context.Sender));
    }
}
