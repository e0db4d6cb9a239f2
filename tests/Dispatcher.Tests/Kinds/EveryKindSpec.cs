namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>What holds for an actor on the default dispatcher holds on every kind of dispatcher that Akka can configure.</summary>
public class EveryKindSpec
{
    public static TheoryData<string> Names => Kind.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_supervisors_dispatcher_sees_its_childs_failure(string kind)
    {
        await using var system = Systems.Instrumented($"akka.loglevel = OFF\n{Kind.Hocon(kind)}");
        using var spans = SpanRecorder.WithRoot(out var root);
        var parent = Kind.ActorOn(system, Handler.Props((context, message) =>
            context.ActorOf(Handler.Props((_, _) => throw new TimeoutException("child's"))).Forward(message)));

        parent.Tell("message", ActorRefs.NoSender);

        await spans.WaitForStopped(2);
        root.Stop();
        Assert.Equal(
            """
            test
              Handler/String
                Handler/String !System.TimeoutException
            """,
            spans.Tree());
    }
}
