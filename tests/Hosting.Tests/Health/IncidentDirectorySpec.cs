namespace AkkaInstrumentation.Tests.Health;

/// <summary>The health check's option that writes what is known when a trouble begins.</summary>
public sealed class IncidentDirectorySpec
{
    [Fact]
    public async Task A_trouble_that_begins_is_written_to_it()
    {
        var directory = Path.Combine(Path.GetTempPath(), $"incident-{Guid.NewGuid():N}");
        try
        {
            await using var system = Systems.Instrumented("akka.loglevel = OFF").Measured(out _);
            await using var services = CheckedHost.Of(
                system.System, options => (options.DegradedFailures, options.IncidentDirectory) = (1, directory));
            services.Ask();
            services.Ask();
            var actor = system.ActorOf((_, _) => throw new TimeoutException("no stock"));

            actor.Tell("order", ActorRefs.NoSender);

            await Eventually.True(() => Directory.Exists(directory) && Directory.GetFiles(directory, "*.md").Length > 0);
            Assert.Single(Directory.GetFiles(directory, "*.json"));
            Assert.Single(Directory.GetFiles(directory, "*.md"));
        }
        finally
        {
            if (Directory.Exists(directory))
            {
                Directory.Delete(directory, recursive: true);
            }
        }
    }

    [Fact]
    public async Task Without_it_nothing_is_written()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        await using var services = CheckedHost.Of(system.System);
        services.Ask();
        Assert.False(system.Extension.Insight.WritesIncidents);
    }
}
