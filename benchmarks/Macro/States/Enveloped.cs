using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Context.Propagation;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A message in an envelope with its trace context, written and read by OpenTelemetry's propagator.</summary>
internal sealed record Enveloped(object Message, Dictionary<string, string> Context)
{
    private static readonly TraceContextPropagator Propagator = new();

    public static Enveloped Around(object message)
    {
        var carrier = new Dictionary<string, string>();
        if (Activity.Current is { } current)
        {
            Propagator.Inject(
                new PropagationContext(current.Context, Baggage.Current),
                carrier,
                static (target, key, value) => target[key] = value);
        }

        return new Enveloped(message, carrier);
    }

    public ActivityContext Parent() => Propagator.Extract(
        default,
        Context,
        static (source, key) => source.TryGetValue(key, out var value) ? [value] : []).ActivityContext;
}
