using Akka.Configuration;

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

    [Fact]
    public void Every_problem_is_reported_at_once_with_path_value_and_what_is_allowed()
    {
        var error = Assert.Throws<ConfigurationException>(() => TestSettings.Read(
            """
            akka.instrumentation {
              tracing.enabeld = on
              metrics.enabled = maybe
              sytem-actors = on
            }
            """));

        Assert.Equal(
            "akka.instrumentation is not valid: "
            + "akka.instrumentation.tracing.enabeld is unknown, the nearest known key is akka.instrumentation.tracing.enabled; "
            + "akka.instrumentation.sytem-actors is unknown, the nearest known key is akka.instrumentation.system-actors; "
            + "akka.instrumentation.metrics.enabled = maybe, allowed are on and off.",
            error.Message);
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

    // the others have a bad value in BadValuesSpec
    [Theory]
    [InlineData("tracing.retroactive.slow-work", "2h", "off or a duration from 10ms to 1h")]
    [InlineData("tracing.retroactive.slow-work", "infinite", "off or a duration from 10ms to 1h")]
    [InlineData("pressure.growing-for", "soon", "a duration from 100ms to 1h")]
    [InlineData("pressure.growing-for", "61m", "a duration from 100ms to 1h")]
    [InlineData("pressure.growing-for", "-5s", "a duration from 100ms to 1h")]
    [InlineData("blocking.threshold", "49ms", "a duration from 50ms to 1h")]
    [InlineData("blocking.threshold", "\"\"", "a duration from 50ms to 1h")]
    public void A_wrong_duration_is_the_only_problem_that_is_reported(string key, string value, string allowed)
    {
        var error = Assert.Throws<ConfigurationException>(() => TestSettings.Read($"akka.instrumentation.{key} = {value}"));

        Assert.Equal($"akka.instrumentation is not valid: akka.instrumentation.{key} = {value}, allowed is {allowed}.", error.Message);
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

    [Fact]
    public void Mailbox_and_dispatcher_sections_are_open_to_Akkas_own_keys()
    {
        var settings = TestSettings.Read(
            """
            akka.instrumentation {
              mailbox.mine { mailbox-type = "AkkaInstrumentation.UnboundedInstrumentedMailbox, AkkaInstrumentation.Mailbox" }
              dispatcher.default.throughput = 100
            }
            """);

        Assert.True(settings.RecordsAnything);
    }
}
