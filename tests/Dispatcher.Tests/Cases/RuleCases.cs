namespace AkkaInstrumentation.Tests.Cases;

/// <summary>Which messages get a span, and what it is called. b passes on what a gets.</summary>
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
        new("rule: never, inside a trace, lets it pass", scene => scene.Inside(Pair(scene), 1), Through, Rule("trace = never")),
        new("rule: never, outside, is no trace and what it sends may begin one", scene => Scene.Outside(Pair(scene), 1),
            "Handler/String: String at b", Rule("trace = never")),
        new("rule: a filter that refuses inside a trace lets it pass", scene => scene.Inside(Pair(scene), 1), Through) { Filter =
            (message, _) => message.Message is not int },
        new("rule: a filter that refuses a root", scene => Scene.Outside(Pair(scene), 1), "Handler/String: String at b") { Filter =
            (message, _) => message.Message is not int },
        new("rule: a filter that lets messages into traces only", scene => Scene.Outside(Pair(scene), 1), CaseTree.Nothing) { Filter =
            (_, inside) => inside },
        new("rule: a filter that throws counts as true", scene => scene.Inside(Pair(scene), 1), Both) { Filter =
            (_, _) => throw new InvalidOperationException("on purpose") },
        new(
            "rule: two in a row that are left out of two traces do not mix them",
            async scene =>
            {
                var b = scene.Sink("b");
                var a = scene.Actor("a", (_, message) => b.Tell(message, ActorRefs.NoSender));
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
        new(
            "sampling: unsampled messages between sampled ones of one row",
            async scene =>
            {
                var a = scene.Actor("a", (_, message) =>
                    scene.Check(message is string ? Activity.Current is { Recorded: true } : Activity.Current is NonRecordingActivity));
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
            "akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = always }"),
        new(
            "name: of the actor type by a rule about its path",
            scene =>
            {
                scene.Inside(scene.Sink("cart"), 1);
                scene.Inside(scene.Sink("other"), 1);
            },
            """
            test
              Cart/Int32: Int32 at cart
              Handler/Int32: Int32 at other
            """,
            """akka.instrumentation.rules.cart { path = "/user/*-cart", actor-name = Cart }"""),
        new(
            "name: a message whose ToString, Equals and GetHashCode throw is a message",
            scene => scene.Inside(scene.Sink("a"), new Hostile(), new Hostile(), "next"),
            """
            test
              Handler/RuleCases.Hostile: RuleCases.Hostile at a
              Handler/RuleCases.Hostile: RuleCases.Hostile at a
              Handler/String: String at a
            """),
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

    private sealed class Hostile
    {
        public override string ToString() => throw new InvalidOperationException("on purpose");

        public override bool Equals(object? obj) => throw new InvalidOperationException("on purpose");

        public override int GetHashCode() => throw new InvalidOperationException("on purpose");
    }
}
