namespace AkkaInstrumentation.Tests.Settings;

/// <summary>A provider without a host has no actor system that could read options. It says so, and says what to do.</summary>
public sealed class OptionsWithoutHostSpec
{
    [Fact]
    public void Options_of_spans_that_no_actor_system_reads_are_an_error_with_the_fix()
    {
        var error = Assert.Throws<InvalidOperationException>(() =>
            Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation(options => options.Sampling.Ratio = 0.5).Build());
        Assert.Equal(
            "AddAkkaInstrumentation(options => ...) sets akka.instrumentation.tracing.sampling.ratio, but the services have no actor system that reads it. "
            + "Add one with AddAkka(...) and WithInstrumentation(), or set the keys in the HOCON of your actor system.",
            error.Message);
    }

    [Fact]
    public void So_are_options_of_metrics_and_callbacks()
    {
        Assert.Contains("akka.instrumentation.metrics.flow", Assert.Throws<InvalidOperationException>(() =>
            Sdk.CreateMeterProviderBuilder().AddAkkaInstrumentation(options => options.Flow = false).Build()).Message, StringComparison.Ordinal);
        Assert.Contains("sets a callback", Assert.Throws<InvalidOperationException>(() =>
            Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation(options => options.Filter = (in _, _) => true).Build()).Message,
                StringComparison.Ordinal);
    }

    [Fact]
    public void Without_options_a_provider_needs_no_host()
    {
        using var plain = Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation().Build();
        using var none = Sdk.CreateMeterProviderBuilder().AddAkkaInstrumentation(configure: null).Build();
        Assert.All(new object?[] { plain, none }, Assert.NotNull);
    }
}
