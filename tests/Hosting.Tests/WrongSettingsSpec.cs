using Akka.Configuration;
using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>A typing error ends the host's start, with everything that is needed to correct it.</summary>
public sealed class WrongSettingsSpec
{
    [Fact]
    public async Task All_problems_are_told_at_once()
    {
        var message = await FailureOf(
            """
            akka.instrumentation {
              tracing.enabled = 1
              metrics.enabled = []
              metrics.enable = on
              system-actors = perhaps
            }
            """);
        Assert.All(
            new[] { "tracing.enabled = 1", "metrics.enabled", "metrics.enable is unknown", "system-actors = perhaps" },
            problem => Assert.Contains($"akka.instrumentation.{problem}", message, StringComparison.Ordinal));
    }

    private static async Task<string> FailureOf(string hocon)
    {
        var wrong = ConfigurationFactory.ParseString(hocon);
        var failure = await Assert.ThrowsAnyAsync<Exception>(
            () => TestHost.StartWithoutSdk(akka => akka.WithInstrumentation().AddHocon(wrong, HoconAddMode.Prepend)));
        var wrongSetting = Assert.IsType<ConfigurationException>(failure);
        return wrongSetting.Message;
    }
}
