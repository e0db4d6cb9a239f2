using AkkaInstrumentation;

namespace Akka.Actor;

/// <summary>Shows where handlers hang.</summary>
public static class AkkaStacksExtensions
{
    /// <summary>
    /// Shows the stack of a handler that blocks its thread: once for each that is found, at most one a minute, and when somebody asks for it on the
    /// page. The process attaches .NET's sample profiler to itself for that, about a third of a second and some megabytes of a temporary file. Call
    /// it once, when the actor system has started.
    /// </summary>
    /// <param name="system">The instrumented actor system.</param>
    public static void ShowBlockedStacks(this ActorSystem system)
    {
        ArgumentNullException.ThrowIfNull(system);
        AkkaInstrumentationExtension.For(system).Insight.Stacks.Source = SampledStacks.Instance;
    }
}
