namespace AkkaInstrumentation.Tests;

/// <summary>
/// A node answers for itself only. Otherwise another one could say that a node without this library reads envelopes, which would lose messages.
/// </summary>
public sealed class ForgedAnswerSpec
{
    [Fact]
    public async Task Nobody_answers_for_another_node()
    {
        const string Asking = "system/akka-instrumentation-remote-2-1943";
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        await using var rogue = Node.StartPlain(network, 2);

        // It never answers, so its question is open all the time.
        var silent = here.Tracing.Peers.For(Address.Parse($"akka.test://{network}@127.0.0.1:3"));
        Assert.True(silent.TryAssociate());
        Assert.False(silent.Reads);
        var provider = ((ExtendedActorSystem)rogue.System).Provider;
        var forged = provider.ResolveActorRef($"{silent.Address}/{Asking}");
        var there = provider.ResolveActorRef($"{here.Address}/{Asking}");
        for (var number = 0; number < 1_000; number++)
        {
            there.Tell(new ActorIdentity($"{number}", forged), forged);
            there.Tell(new ActorIdentity($"{number}", forged), provider.RootGuardian);
            there.Tell(new ActorIdentity($"{number}", null), provider.RootGuardian);
        }

        // The number itself, if it came out, is of no use to another node that shows who it is.
        there.Tell(new ActorIdentity($"{silent.Association}", forged), provider.RootGuardian);
        _ = await there.Ask<ActorIdentity>(new Identify("all before has been read"), TimeSpan.FromSeconds(20));
        Assert.False(silent.Reads);

        there.Tell(new ActorIdentity($"{silent.Association}", forged), forged);
        await Eventually.True(() => silent.Reads);
    }
}
