namespace AkkaInstrumentation.Tests;

/// <summary>Fact 10 about Akka.NET 1.5: nobody's actors use the default mailbox too.</summary>
public sealed class Fact10_SystemActorsSpec
{
    [Fact]
    public async Task The_guardians_and_actors_under_system_get_the_default_mailbox()
    {
        await using var system = SeamSystem.Create();

        await Eventually.Passes(() =>
        {
            // those under /system start while the system is already there
            var owners = RecordingMailbox.Owners(system);
            Assert.Contains("/user", owners);
            Assert.Contains("/system", owners);
            Assert.Contains(owners, owner => owner.StartsWith("/system/", StringComparison.Ordinal));
        });
    }
}
