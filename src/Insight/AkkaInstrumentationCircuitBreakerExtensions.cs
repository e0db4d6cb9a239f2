using Akka.Actor;
using AkkaInstrumentation;

// The namespace of Akka's breaker, so that code that makes one finds the method.
namespace Akka.Pattern;

/// <summary>Instruments circuit breakers.</summary>
public static class AkkaInstrumentationCircuitBreakerExtensions
{
    /// <summary>
    /// Adds a circuit breaker to the metrics <c>akka.circuit_breaker.*</c> and to the diagnosis. Call it once for each breaker, after
    /// <c>WithExponentialBackoff</c>, which makes another one. Nothing keeps the breaker alive; breakers with the same name are counted together.
    /// A call through the breaker costs nothing extra.
    /// </summary>
    /// <param name="breaker">The breaker.</param>
    /// <param name="system">The actor system whose metrics include it.</param>
    /// <param name="name">The name of what it protects: <c>payments</c>. It is cut at 256 characters. Names beyond the first 100 share
    /// <c>_other</c>.</param>
    /// <returns>The same breaker.</returns>
    public static CircuitBreaker WithInstrumentation(this CircuitBreaker breaker, ActorSystem system, string name)
    {
        ArgumentNullException.ThrowIfNull(breaker);
        ArgumentNullException.ThrowIfNull(system);
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        AkkaInstrumentationExtension.For(system).Insight.Breakers.Add(TextCut.At(name, TypeNames.MaxLength), breaker);
        return breaker;
    }
}
