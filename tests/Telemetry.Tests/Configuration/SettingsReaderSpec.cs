namespace AkkaInstrumentation.Tests.Configuration;

public class SettingsReaderSpec
{
    [Theory]
    [InlineData("on", true)]
    [InlineData("true", true)]
    [InlineData("yes", true)]
    [InlineData("off", false)]
    [InlineData("false", false)]
    [InlineData("no", false)]
    public void Switches_have_the_value_that_is_set(string value, bool expected)
    {
        var settings = TestSettings.Read($$"""
            akka.instrumentation {
              tracing.enabled = {{value}}
              metrics.enabled = {{value}}
              system-actors = {{value}}
            }
            """);

        Assert.Equal((expected, expected, expected), (settings.TracingEnabled, settings.MetricsEnabled, settings.SystemActors));
    }

    [Theory]
    [InlineData("slow-wait", "50ms", 50)]
    [InlineData("slow-work", "2s", 2_000)]
    [InlineData("slow-work", "off", -1)]
    public void A_threshold_is_a_duration_or_off(string key, string value, int milliseconds)
    {
        var settings = TestSettings.Read($"akka.instrumentation.tracing.retroactive.{key} = {value}");

        Assert.Equal(
            milliseconds,
            (key == "slow-wait" ? settings.TracingRetroactiveSlowWait : settings.TracingRetroactiveSlowWork).TotalMilliseconds);
    }

    [Fact]
    public void Durations_are_HOCONs()
    {
        var settings = TestSettings.Read(
            """
            akka.instrumentation {
              pressure.growing-for = 1 minute
              blocking.threshold = 250ms
            }
            """);

        Assert.Equal((TimeSpan.FromMinutes(1), TimeSpan.FromMilliseconds(250)), (settings.PressureGrowingFor, settings.BlockingThreshold));
    }
}
