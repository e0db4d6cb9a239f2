namespace AkkaInstrumentation.Tests.Cases;

/// <summary>Whose child a message is, by all ways that it can take to an actor.</summary>
internal static class RelationCases
{
    public static Case[] All { get; } =
    [
        new(
            "relation: link",
            scene => scene.Inside(scene.Sink("a"), 1),
            "Handler/Int32: Int32 at a ~ test",
            Rule("link")),
        new("relation: link of a root", scene => Scene.Outside(scene.Sink("a"), 1), "Handler/Int32: Int32 at a", Rule("link")),
        new("relation: none", scene => scene.Inside(scene.Sink("a"), 1), "Handler/Int32: Int32 at a", Rule("none")),
        new(
            "relation: what a linked message sends is its child",
            scene =>
            {
                var b = scene.Sink("b");
                scene.Inside(scene.Actor("a", (_, _) => b.Tell("on", ActorRefs.NoSender)), 1);
            },
            """
            Handler/Int32: Int32 at a ~ test
              Handler/String: String at b
            """,
            Rule("link")),
        new(
            "relation: a conversation, each message the child of the one it answers",
            scene =>
            {
                var b = scene.Actor("b", (context, message) => context.Sender.Tell((int)message - 1, context.Self));
                scene.Inside(
                    scene.Actor("a", (context, message) =>
                    {
                        if (message is > 0)
                        {
                            b.Tell(message, context.Self);
                        }
                    }),
                    2);
            },
            """
            test
              Handler/Int32: Int32 at a
                Handler/Int32: Int32 at b from a
                  Handler/Int32: Int32 at a from b
                    Handler/Int32: Int32 at b from a
                      Handler/Int32: Int32 at a from b
            """),
        new(
            "relation: to itself",
            scene => scene.Inside(
                scene.Actor("a", (context, message) =>
                {
                    if (message is > 0)
                    {
                        context.Self.Tell((int)message - 1, context.Self);
                    }
                }),
                2),
            """
            test
              Handler/Int32: Int32 at a
                Handler/Int32: Int32 at a from a
                  Handler/Int32: Int32 at a from a
            """),
        new(
            "relation: a selection with a wildcard reaches each as the test's child",
            scene =>
            {
                scene.Sink("s1");
                scene.Sink("s2");
                scene.System.ActorSelection(scene.PathOf("s*")).Tell(1, ActorRefs.NoSender);
            },
            """
            test
              Handler/Int32: Int32 at s1
              Handler/Int32: Int32 at s2
            """),
        new(
            "relation: a pool's routees are the test's children, not the router's",
            scene =>
            {
                var pool = scene.Of("pool", Props.Create(() => new Routee()).WithRouter(new RoundRobinPool(2)));
                pool.Tell(1, ActorRefs.NoSender);
                pool.Tell(2, ActorRefs.NoSender);
                pool.Tell(new Broadcast("all"), ActorRefs.NoSender);
            },
            """
            test
              RelationCases.Routee/Int32: Int32 at pool/$a
              RelationCases.Routee/Int32: Int32 at pool/$b
              RelationCases.Routee/String: String at pool/$a
              RelationCases.Routee/String: String at pool/$b
            """),
        new(
            "relation: published to the event stream",
            scene =>
            {
                foreach (var name in (string[])["s1", "s2"])
                {
                    scene.System.EventStream.Subscribe(scene.Sink(name), typeof(News));
                }

                scene.System.EventStream.Publish(new News());
            },
            """
            test
              Handler/RelationCases.News: RelationCases.News at s1
              Handler/RelationCases.News: RelationCases.News at s2
            """),
        new(
            "relation: a child made in a message is not a message",
            scene =>
                scene.Inside(scene.Actor("a", (context, _) => context.ActorOf(Handler.Props((_, _) => { }), "child").Tell(1, context.Self)), "make"),
            """
            test
              Handler/String: String at a
                Handler/Int32: Int32 at a/child from a
            """),
        new(
            "relation: what a task sends that the handler does not await belongs to it",
            scene =>
            {
                var b = scene.Sink("b");
                scene.Inside(scene.Actor("a", (_, _) => _ = Task.Run(() => b.Tell(1, ActorRefs.NoSender))), "begin");
            },
            """
            test
              Handler/String: String at a
                Handler/Int32: Int32 at b
            """),
        new(
            "relation: a span that the handler starts is between",
            scene =>
            {
                var b = scene.Sink("b");
                scene.Inside(
                    scene.Actor("a", (_, _) =>
                    {
                        var mine = Activity.Current;
                        var suppressed = Unsampled.Activity("not recorded").Start();
                        suppressed.Stop();
                        scene.Check(ReferenceEquals(mine, Activity.Current));
                        b.Tell(1, ActorRefs.NoSender);
                    }),
                    "begin");
            },
            """
            test
              Handler/String: String at a
                Handler/Int32: Int32 at b
            """),
    ];

    private static string Rule(string relation) => $"akka.instrumentation.rules.tested {{ message = Int32, relation = {relation} }}";

    private sealed record News;

    private sealed class Routee : UntypedActor
    {
        protected override void OnReceive(object message) { }
    }
}
