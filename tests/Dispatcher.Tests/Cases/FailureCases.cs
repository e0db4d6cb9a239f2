namespace AkkaInstrumentation.Tests.Cases;

/// <summary>Who failed, and who did not although it heard of it.</summary>
internal static class FailureCases
{
    public static Case[] All { get; } =
    [
        new(
            "failure: of a handler",
            scene => scene.Inside(scene.Actor("a", (_, message) => Fail.If(message is 1)), 1, "next"),
            """
            test
              Handler/Int32: Int32 at a !System.TimeoutException "no stock" > restart
              Handler/String: String at a
            """),
        new(
            "failure: of PostRestart leaves the message its first cause",
            scene => scene.Inside(
                scene.Of("a", Hooked.Props(new()
                {
                    Handle = (_, _) => Fail.If(true),
                    PostRestart = () => throw new InvalidOperationException("restart"),
                })),
                "hello"),
            """
            test
              Hooked/String: String at a !System.TimeoutException "no stock" > restart
            restart Hooked:  at a !System.InvalidOperationException "restart" > stop akka.sampling.reason=error ([Internal], no wait)
            """),
        new(
            "failure: twice in a row, each with its own cause",
            scene => scene.Inside(
                scene.Actor("a", (_, message) => throw (message is 1 ? new TimeoutException("one") : new InvalidOperationException("two"))),
                1,
                2),
            """
            test
              Handler/Int32: Int32 at a !System.InvalidOperationException "two" > restart
              Handler/Int32: Int32 at a !System.TimeoutException "one" > restart
            """),
        new(
            "failure: of a message that nobody sampled has a retroactive span and the next one is right",
            FailsUnsampled,
            """
            test
              Handler/String: String at a
            Handler/Int32: Int32 at a !System.TimeoutException "no stock" > restart akka.sampling.reason=error
            """,
            "akka.instrumentation.tracing.sampling.ratio = 0"),
        new(
            "failure: of a message that nobody sampled leaves no span when that is switched off",
            FailsUnsampled,
            """
            test
              Handler/String: String at a
            """,
            "akka.instrumentation.tracing { sampling.ratio = 0, retroactive.errors = off }"),
        new(
            "failure: caught by the handler is none",
            scene => scene.Inside(
                scene.Actor("a", (_, _) =>
                {
                    try
                    {
                        Fail.If(true);
                    }
                    catch (TimeoutException)
                    {
                        // on purpose
                    }
                }),
                1),
            """
            test
              Handler/Int32: Int32 at a
            """),
    ];

    private static void FailsUnsampled(Scene scene)
    {
        var a = scene.Actor("a", (_, message) => Fail.If(message is 1));
        Scene.Outside(a, 1);
        scene.Inside(a, "next");
    }
}
