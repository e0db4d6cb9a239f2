namespace AkkaInstrumentation.Tests.Cases;

/// <summary>Which messages get a span, by rule and by filter. b passes on what a gets.</summary>
internal static class RuleCases
{
    private const string Both =
        """
        test
          Handler/Int32: Int32 at a
            Handler/String: String at b
        """;

    private const string Through =
        """
        test
          Handler/String: String at b
        """;

    public static Case[] All { get; } =
    [
        new("rule: none, inside a trace", scene => scene.Inside(Pair(scene), 1), Both),
        new(
            "rule: none, outside",
            scene => Scene.Outside(Pair(scene), 1),
            """
            Handler/Int32: Int32 at a
              Handler/String: String at b
            """),
        new("rule: never, inside a trace, lets it pass", scene => scene.Inside(Pair(scene), 1), Through, Rule("trace = never")),
        new("rule: never, outside, is no trace and what it sends may begin one", scene => Scene.Outside(Pair(scene), 1),
            "Handler/String: String at b", Rule("trace = never")),
        new("rule: only-in-trace, inside", scene => scene.Inside(Pair(scene), 1), Both, Rule("trace = only-in-trace")),
        new("rule: only-in-trace, outside", scene => Scene.Outside(Pair(scene), 1), "Handler/String: String at b", Rule("trace = only-in-trace")),
        new("rule: ratio = 0, inside a trace", scene => scene.Inside(Pair(scene), 1), Both, Rule("ratio = 0")),
        new("rule: ratio = 0, outside, nothing below it either", scene => Scene.Outside(Pair(scene), 1), CaseTree.Nothing, Rule("ratio = 0")),
        new(
            "rule: ratio = 1 before a system that samples nothing",
            scene => Scene.Outside(Pair(scene), 1),
            """
            Handler/Int32: Int32 at a
              Handler/String: String at b
            """,
            Rule("ratio = 1") + "\nakka.instrumentation.tracing.sampling.ratio = 0"),
        new(
            "rule: always, below a message that nobody sampled, is a root",
            scene => Scene.Outside(Pair(scene), "unsampled", 1),
            """
            Handler/Int32: Int32 at a
              Handler/String: String at b
            """,
            Rule("trace = always") + "\nakka.instrumentation.tracing.sampling.ratio = 0"),
        new("rule: a filter that refuses inside a trace lets it pass", scene => scene.Inside(Pair(scene), 1), Through) { Filter =
            (in message, _) => message.Message is not int },
        new("rule: a filter that refuses a root", scene => Scene.Outside(Pair(scene), 1), "Handler/String: String at b") { Filter =
            (in message, _) => message.Message is not int },
        new("rule: a filter that lets messages into traces only", scene => Scene.Outside(Pair(scene), 1), CaseTree.Nothing) { Filter =
            (in _, inside) => inside },
        new("rule: a filter that throws counts as true", scene => scene.Inside(Pair(scene), 1), Both) { Filter =
            (in _, _) => throw new InvalidOperationException("on purpose") },
        new(
            "rule: two in a row that are left out of two traces do not mix them",
            async scene =>
            {
                var b = scene.Sink("b");
                var a = scene.Actor("a", (_, message) =>
                {
                    if (message is Hold hold)
                    {
                        hold.Pass();
                    }
                    else
                    {
                        b.Tell(message, ActorRefs.NoSender);
                    }
                });
                await scene.InARow(a, scene.Test, 1, 2);
                await scene.InARow(a, null, "root");
            },
            """
            test
              Handler/Int32: Int32 at b
              Handler/Int32: Int32 at b
            Handler/String: String at b
            """,
            """akka.instrumentation.rules.a { path = "/user/*-a", trace = never }"""),
    ];

    // a rule about a's messages, which are numbers
    private static string Rule(string settings) => $"akka.instrumentation.rules.tested {{ message = Int32, {settings} }}";

    private static IActorRef Pair(Scene scene)
    {
        var b = scene.Sink("b");
        return scene.Actor("a", (_, message) =>
        {
            if (message is int)
            {
                b.Tell("on", ActorRefs.NoSender);
            }
        });
    }
}
