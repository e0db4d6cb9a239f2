namespace AkkaInstrumentation.Tests;

/// <summary>What a look at an actor system has found. Tests add to it what their cause needs.</summary>
internal static class Found
{
    public static SystemFindings Nothing { get; } = new(
        Findings<GrowingMailbox>.None, Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []);
}
