namespace AkkaInstrumentation.Tests.Cases;

/// <summary>What actors, messages and spans are called.</summary>
internal static class NameCases
{
    public static Case[] All { get; } =
    [
        new(
            "name: nested, generic, array and value messages",
            scene => scene.Inside(scene.Sink("a"), new Nested(), new Batch<Nested>(),
                new Outer<int>.Inner<string>(), new int[2, 2], new Nested[1], 1.5, (1, "one")),
            """
            test
              Handler/Double: Double at a
              Handler/Int32[,]: Int32[,] at a
              Handler/NameCases.Batch<NameCases.Nested>: NameCases.Batch<NameCases.Nested> at a
              Handler/NameCases.Nested: NameCases.Nested at a
              Handler/NameCases.Nested[]: NameCases.Nested[] at a
              Handler/NameCases.Outer<Int32>.Inner<String>: NameCases.Outer<Int32>.Inner<String> at a
              Handler/ValueTuple<Int32, String>: ValueTuple<Int32, String> at a
            """),
        new(
            "name: generic and nested actors",
            scene =>
            {
                scene.Inside(scene.Of("a", Props.Create(() => new Worker<Nested>())), 1);
                scene.Inside(scene.Of("b", Props.Create(() => new Worker<Batch<int>>())), 1);
            },
            """
            test
              NameCases.Worker<NameCases.Batch<Int32>>/Int32: Int32 at b
              NameCases.Worker<NameCases.Nested>/Int32: Int32 at a
            """),
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
            "name: of the span by a rule",
            scene => scene.Inside(scene.Sink("a"), 1, "text"),
            """
            test
              Handler gets Int32: Int32 at a
              Handler/String: String at a
            """,
            """akka.instrumentation.rules.named { message = Int32, span-name = "{actor} gets {message}" }"""),
        new(
            "name: of a message that has its own",
            scene => scene.Inside(scene.Sink("a"), new Marked()),
            """
            test
              take NameCases.Marked: NameCases.Marked at a
            """),
        new(
            "name: a message whose ToString, Equals and GetHashCode throw is a message",
            scene => scene.Inside(scene.Sink("a"), new Hostile(), new Hostile(), "next"),
            """
            test
              Handler/NameCases.Hostile: NameCases.Hostile at a
              Handler/NameCases.Hostile: NameCases.Hostile at a
              Handler/String: String at a
            """),
    ];

    private sealed record Nested;

    private sealed record Batch<T>;

    private static class Outer<T>
    {
        public sealed record Inner<TInner>;
    }

    [SpanName("take {message}")]
    private sealed record Marked;

    private sealed class Worker<T> : UntypedActor
    {
        protected override void OnReceive(object message) { }
    }

    private sealed class Hostile
    {
        public override string ToString() => throw new InvalidOperationException("on purpose");

        public override bool Equals(object? obj) => throw new InvalidOperationException("on purpose");

        public override int GetHashCode() => throw new InvalidOperationException("on purpose");
    }
}
