namespace AkkaInstrumentation.Tests.Cases;

/// <summary>The run frame: where a message ends although nothing is dequeued after it.</summary>
internal static class RunCases
{
    private const string Row =
        """
        test
          Handler/Int32: Int32 at a
          Handler/Int32: Int32 at a
          Handler/Int32: Int32 at a
          Handler/Int32: Int32 at a
        Handler/Hold: Hold at a
        """;

    public static Case[] All { get; } =
    [
        new(
            "run: the last message of a full batch ends with the run",
            scene => scene.InARow(scene.Sink("a"), scene.Test, 1, 2, 3, 4),
            Row,
            "akka.actor.default-dispatcher.throughput = 4"),
        new("run: one message a run, each run beginning before the last has returned", scene => scene.InARow(scene.Sink("a"), scene.Test, 1, 2, 3, 4),
            Row, "akka.actor.default-dispatcher.throughput = 1"),
        new(
            "run: a restart inside a batch ends the message that failed and no other",
            scene => scene.InARow(scene.Actor("a", (_, message) => Fail.If(message is 2)), scene.Test, 1, 2, 3),
            """
            test
              Handler/Int32: Int32 at a
              Handler/Int32: Int32 at a
              Handler/Int32: Int32 at a !System.TimeoutException "no stock" > restart
            Handler/Hold: Hold at a
            """),
        new(
            "run: a stop inside a batch ends its message, what still waits has no span",
            scene => scene.InARow(
                scene.Actor("a", (context, message) =>
                {
                    if (message is 1)
                    {
                        context.Stop(context.Self);
                    }
                }),
                scene.Test,
                1,
                2,
                3),
            """
            test
              Handler/Int32: Int32 at a
            Handler/Hold: Hold at a
            """),
        new(
            "run: a poison pill has no span",
            scene => scene.InARow(scene.Sink("a"), scene.Test, 1, PoisonPill.Instance, 2),
            """
            test
              Handler/Int32: Int32 at a
            Handler/Hold: Hold at a
            """),
        new(
            "run: what an actor sends when a poison pill stops it stays in the pill's trace",
            scene =>
            {
                var b = scene.Sink("b");
                scene.Inside(scene.Of("a", Hooked.Props(new() { PostStop = () => b.Tell("goodbye", ActorRefs.NoSender) })), PoisonPill.Instance);
            },
            """
            test
              Handler/String: String at b
            """),
        new(
            "run: Identify has no span, its answer has",
            scene =>
            {
                var b = scene.Sink("b");
                scene.Inside(
                    scene.Actor("a", (context, message) =>
                    {
                        if (message is "ask")
                        {
                            b.Tell(new Identify(1), context.Self);
                        }
                    }),
                    "ask");
            },
            """
            test
              Handler/String: String at a
                Handler/ActorIdentity: ActorIdentity at a from b
            """),
        new(
            "run: Kill is a failure and has a span",
            scene => scene.Inside(scene.Sink("a"), Kill.Instance),
            """
            test
              Handler/Kill: Kill at a !Akka.Actor.ActorKilledException "Kill" > stop
            """),
        new("run: a poison pill outside of a trace", scene => Scene.Outside(scene.Sink("a"), PoisonPill.Instance), CaseTree.Nothing),
        new(
            "run: an unhandled message is a message",
            scene => scene.Inside(scene.Of("a", Deaf.Props), "hello"),
            """
            test
              Deaf/String: String at a
            """),
        new(
            "run: a handler that leaves an activity current does not leave it to the next message",
            scene => scene.InARow(scene.Actor("a", (_, _) => new System.Diagnostics.Activity("left").Start()), scene.Test, 1, 2),
            """
            test
              Handler/Int32: Int32 at a
              Handler/Int32: Int32 at a
            Handler/Hold: Hold at a
            """),
    ];
}
