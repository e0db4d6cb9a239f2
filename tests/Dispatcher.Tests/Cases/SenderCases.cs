namespace AkkaInstrumentation.Tests.Cases;

/// <summary>Senders, answers and what comes back from a stash.</summary>
internal static class SenderCases
{
    public static Case[] All { get; } =
    [
        new(
            "sender: an ask is a child, its answer leaves the asker where it was",
            async scene => await Eventually.Within(scene.Actor("a", (context, message) => context.Sender.Tell(message)).Ask<int>(1)),
            """
            test
              Handler/Int32: Int32 at a from ask
            """),
        new(
            "sender: an ask inside a handler, its continuation belongs to the message",
            scene =>
            {
                var b = scene.Actor("b", (context, message) => context.Sender.Tell(message));
                var c = scene.Sink("c");
                scene.Inside(
                    scene.Async("a", async (_, _) =>
                    {
                        await b.Ask<int>(1);
                        c.Tell("answered", ActorRefs.NoSender);
                    }),
                    "hello");
            },
            """
            test
              AsyncHandler/String: String at a
                Handler/Int32: Int32 at b from ask
                Handler/String: String at c
            """),
        new(
            "sender: forward keeps the first sender, the parent is who forwards",
            scene =>
            {
                var c = scene.Sink("c");
                var b = scene.Actor("b", (_, message) => c.Forward(message));
                scene.Inside(scene.Actor("a", (context, message) => b.Tell(message, context.Self)), 1);
            },
            """
            test
              Handler/Int32: Int32 at a
                Handler/Int32: Int32 at b from a
                  Handler/Int32: Int32 at c from a
            """),
        new(
            "sender: the dead letters are no sender",
            scene =>
            {
                var a = scene.Sink("a");
                a.Tell(1, ActorRefs.Nobody);
            },
            """
            test
              Handler/Int32: Int32 at a
            """),
        new(
            "stash: a root that was stashed stays a root",
            scene => Scene.Outside(scene.Of("a", Door.Props()), 1, "open"),
            """
            Door/Int32: Int32 at a
            Door/Int32: Int32 at a akka.stash.count=1 ~ Door/Int32: Int32 at a
            Door/String: String at a
            """),
    ];
}
