using System.Diagnostics.Tracing;

namespace AkkaInstrumentation.Tests.Settings;

/// <summary>A provider without a host has no actor system that could read options. A warning says so and what to do; no provider fails.</summary>
public sealed class OptionsWithoutHostSpec
{
    [Fact]
    public void Options_of_spans_that_no_actor_system_reads_are_a_warning_with_the_fix()
    {
        using var warnings = new Warnings();
        using var provider = Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation(options => options.Sampling.Ratio = 0.5).Build();
        Assert.Contains(
            "AddAkkaInstrumentation(options => ...) sets akka.instrumentation.tracing.sampling.ratio, but the services have no actor system that reads it. "
            + "Add one with AddAkka(...) and WithInstrumentation(), or set the keys in the HOCON of your actor system.",
            warnings.All);
    }

    [Fact]
    public void So_are_options_of_metrics_and_callbacks()
    {
        using var warnings = new Warnings();
        using var metrics = Sdk.CreateMeterProviderBuilder().AddAkkaInstrumentation(options => options.Flow = false).Build();
        using var traces = Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation(options => options.Filter = (_, _) => true).Build();
        Assert.Contains(warnings.All, warning => warning.Contains("akka.instrumentation.metrics.flow", StringComparison.Ordinal));
        Assert.Contains(warnings.All, warning => warning.Contains("sets a callback", StringComparison.Ordinal));
    }

    [Fact]
    public void Options_that_throw_fail_no_provider()
    {
        using var provider = Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation(_ => throw new InvalidOperationException("on purpose")).Build();
        Assert.NotNull(provider);
    }

    [Fact]
    public void Without_options_a_provider_needs_no_host()
    {
        using var plain = Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation().Build();
        using var none = Sdk.CreateMeterProviderBuilder().AddAkkaInstrumentation(configure: null).Build();
        Assert.All(new object?[] { plain, none }, Assert.NotNull);
    }

    private sealed class Warnings : EventListener
    {
        // The base class announces sources before a field of this one has its value.
        private ConcurrentQueue<string>? _all;

        public IEnumerable<string> All => _all ?? [];

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "AkkaInstrumentation")
            {
                EnableEvents(eventSource, EventLevel.Warning);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData is { EventName: "SetupWarning", Payload: [_, string text] })
            {
                LazyInitializer.EnsureInitialized(ref _all).Enqueue(text);
            }
        }
    }
}
