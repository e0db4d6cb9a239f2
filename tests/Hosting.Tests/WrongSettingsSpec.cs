using Akka.Configuration;
using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>A typing error ends the host's start, with everything that is needed to correct it.</summary>
public sealed class WrongSettingsSpec
{
    [Fact]
    public async Task A_wrong_value_is_told_with_its_path_and_what_is_allowed()
    {
        var message = await FailureOf("akka.instrumentation.tracing.enabled = maybe");
        Assert.Contains("akka.instrumentation.tracing.enabled = maybe, allowed are on and off", message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_key_is_told_with_the_nearest_known_one()
    {
        var message = await FailureOf("akka.instrumentation.sytem-actors = on");
        Assert.Contains("akka.instrumentation.sytem-actors is unknown", message, StringComparison.Ordinal);
        Assert.Contains("akka.instrumentation.system-actors", message, StringComparison.Ordinal);
    }

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

    [Fact]
    public async Task A_section_in_the_place_of_a_value_is_told()
    {
        var message = await FailureOf("akka.instrumentation.system-actors { enabled = on }");
        Assert.Contains("akka.instrumentation.system-actors", message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_value_in_the_place_of_a_section_is_told()
    {
        var message = await FailureOf("akka.instrumentation.tracing = off");
        Assert.Contains("akka.instrumentation.tracing", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("true")]
    [InlineData("yes")]
    [InlineData("\"on\"")]
    public async Task HOCONs_other_words_for_on_are_allowed(string value)
    {
        var hocon = ConfigurationFactory.ParseString($"akka.instrumentation.system-actors = {value}");
        await using var host = await TestHost.StartWithoutSdk(akka => akka.AddHocon(hocon, HoconAddMode.Append).WithInstrumentation());
        Assert.True(host.Settings.SystemActors);
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
