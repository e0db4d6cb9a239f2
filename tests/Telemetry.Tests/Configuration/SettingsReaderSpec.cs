using Akka.Configuration;

namespace AkkaInstrumentation.Tests.Configuration;

public class SettingsReaderSpec
{
    [Fact]
    public void Everything_is_on_except_system_actors()
    {
        var settings = TestSettings.Read();

        Assert.True(settings.TracingEnabled);
        Assert.True(settings.MetricsEnabled);
        Assert.False(settings.SystemActors);
    }

    [Theory]
    [InlineData("on", true)]
    [InlineData("true", true)]
    [InlineData("yes", true)]
    [InlineData("off", false)]
    [InlineData("false", false)]
    [InlineData("no", false)]
    public void Switches_are_what_they_say(string value, bool expected)
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
    public void Every_problem_is_told_at_once_with_path_value_and_what_is_allowed()
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

    [Theory]
    [InlineData("slow-wait = 9ms", "off or a duration from 10ms to 1h")]
    [InlineData("slow-work = 2h", "off or a duration from 10ms to 1h")]
    [InlineData("slow-work = soon", "off or a duration from 10ms to 1h")]
    [InlineData("slow-work = infinite", "off or a duration from 10ms to 1h")]
    [InlineData("errors = maybe", "allowed are on and off")]
    [InlineData("limit = 0", "allowed is a whole number from 1 to 10000")]
    public void A_wrong_value_of_after_the_fact_is_told(string setting, string allowed)
    {
        var error = Assert.Throws<ConfigurationException>(() => TestSettings.Read($"akka.instrumentation.tracing.retroactive.{setting}"));

        Assert.Contains($"akka.instrumentation.tracing.retroactive.{setting}, ", error.Message, StringComparison.Ordinal);
        Assert.Contains(allowed, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_section_where_a_value_belongs_is_told_too()
    {
        var error = Assert.Throws<ConfigurationException>(() => TestSettings.Read("akka.instrumentation.system-actors { enabled = on }"));

        Assert.Contains("akka.instrumentation.system-actors.enabled is unknown", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_value_where_a_section_belongs_is_told_too()
    {
        var error = Assert.Throws<ConfigurationException>(() => TestSettings.Read("akka.instrumentation.tracing = off"));

        Assert.Contains("akka.instrumentation.tracing", error.Message, StringComparison.Ordinal);
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
