namespace AkkaInstrumentation.Tests;

/// <summary>Processes that stood still go on, and find that all others have been away.</summary>
public sealed class StoodStillSpec
{
    [Fact]
    public async Task A_node_that_stood_still_names_itself_as_the_cause_also_without_actors_of_its_own()
    {
        if (OperatingSystem.IsWindows())
        {
            // no signal stops a process there
            return;
        }

        await using var goesOn = await NodeProcess.Start("cluster", []);
        await using var busy = await NodeProcess.Start("cluster", [], seed: goesOn);
        await using var bare = await NodeProcess.Start("cluster", [], seed: goesOn, hasActors: false);
        await Sees(goesOn, "3 up, 0 unreachable");
        await Sees(busy, "3 up, 0 unreachable");
        await Sees(bare, "3 up, 0 unreachable");

        busy.Stop();
        bare.Stop();
        try
        {
            await Sees(goesOn, "3 up, 2 unreachable");
        }
        finally
        {
            busy.Continue();
            bare.Continue();
        }

        await BlamesItself(busy);
        await BlamesItself(bare);
    }

    private static Task Sees(NodeProcess node, string members) =>
        Eventually.True(async () => await node.Members() == members, timeout: TimeSpan.FromSeconds(60));

    private static Task BlamesItself(NodeProcess node) => Eventually.True(
        async () => (await node.Why()).StartsWith($"{AkkaCauseKinds.StoodStill}: This process stood still for", StringComparison.Ordinal),
        timeout: TimeSpan.FromSeconds(60));
}
