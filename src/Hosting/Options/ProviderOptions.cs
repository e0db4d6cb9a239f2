using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Options of an OpenTelemetry builder, or of the services, reach the actor systems of their host. Where nobody reads them, that is an error or a
/// warning and not silent.
/// </summary>
internal static class ProviderOptions
{
    /// <summary>Called when the provider is built.</summary>
    /// <exception cref="InvalidOperationException">An option is set, and the provider's services have no actor system.</exception>
    public static void Check(IServiceProvider services)
    {
        if (services.GetService<IServiceProviderIsService>()?.IsService(typeof(ActorSystem)) == false
            && Problem(services, "", "the services have no actor system that reads it") is { } problem)
        {
            throw new InvalidOperationException(problem);
        }
    }

    /// <summary>What is set in the services for a system of this name or for all, and how it is read; null if nothing is set.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="system">Name of the actor system.</param>
    /// <param name="reason">Why nobody reads it.</param>
    public static string? Problem(IServiceProvider services, string system, string reason)
    {
        AkkaInstrumentationOptions[] options = services.GetService<IOptionsMonitor<AkkaInstrumentationOptions>>() is { } monitor
            ? [monitor.CurrentValue, monitor.Get(system)]
            : [];
        var set = options.SelectMany(all => HoconTree.Leaves(OptionsSource.Read(all, "").Root)).Select(leaf => leaf.Key)
            .Distinct().Order(StringComparer.Ordinal).ToList();
        return set.Count == 0 && options.All(all => all.Tracing.Callbacks == new SpanCallbacks(null, null))
            ? null
            : $"AddAkkaInstrumentation(options => ...) sets {string.Join(", ", set.DefaultIfEmpty("a callback"))}, but {reason}. "
                + "Add one with AddAkka(...) and WithInstrumentation(), or set the keys in the HOCON of your actor system.";
    }
}
