using Akka.Configuration;

namespace AkkaInstrumentation.Tests.Configuration;

/// <summary>Bad values of <c>pressure</c> and <c>blocking</c> are told with path, value and what is allowed.</summary>
public class WatchSettingsSpec
{
    [Theory]
    [InlineData("pressure.enabled", "maybe", "allowed are on and off")]
    [InlineData("pressure.growing-for", "soon", "allowed is a duration from 100ms to 1h")]
    [InlineData("pressure.growing-for", "99ms", "allowed is a duration from 100ms to 1h")]
    [InlineData("pressure.growing-for", "61m", "allowed is a duration from 100ms to 1h")]
    [InlineData("pressure.growing-for", "-5s", "allowed is a duration from 100ms to 1h")]
    [InlineData("pressure.min-depth", "0", "allowed is a whole number from 1 to 1000000000")]
    [InlineData("pressure.min-depth", "many", "allowed is a whole number from 1 to 1000000000")]
    [InlineData("pressure.reports-per-minute", "0", "allowed is a whole number from 1 to 10000")]
    [InlineData("blocking.enabled", "1", "allowed are on and off")]
    [InlineData("blocking.threshold", "49ms", "allowed is a duration from 50ms to 1h")]
    [InlineData("blocking.threshold", "infinite", "allowed is a duration from 50ms to 1h")]
    [InlineData("blocking.threshold", "\"\"", "allowed is a duration from 50ms to 1h")]
    [InlineData("blocking.reports-per-minute", "1.5", "allowed is a whole number from 1 to 10000")]
    public void A_bad_value_is_told(string key, string value, string allowed)
    {
        var error = Assert.Throws<ConfigurationException>(() => TestSettings.Read($"akka.instrumentation.{key} = {value}"));

        Assert.Equal($"akka.instrumentation is not valid: akka.instrumentation.{key} = {value.Trim('"')}, {allowed}.", error.Message);
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
