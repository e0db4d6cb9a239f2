using AkkaInstrumentation;

// The actor system's namespace, so that code that has one finds the method.
namespace Akka.Actor;

/// <summary>Reads about a running actor system.</summary>
public static class AkkaInsightExtensions
{
    /// <summary>
    /// Returns the readable state of an instrumented actor system: last, lost and long messages, explanations, the diagnosis. Any thread.
    /// </summary>
    /// <param name="system">The actor system.</param>
    /// <returns>The insight into this system.</returns>
    /// <exception cref="Akka.Configuration.ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    public static AkkaInsight GetInsight(this ActorSystem system)
    {
        ArgumentNullException.ThrowIfNull(system);
        return AkkaInstrumentationExtension.For(system).Insight.Answers;
    }
}
