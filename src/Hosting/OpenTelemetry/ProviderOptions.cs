using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Options of an OpenTelemetry builder reach the actor systems of its host. Without one nobody reads them, which is an error and not silent.
/// </summary>
internal static class ProviderOptions
{
    /// <summary>Called when the provider is built. It reads one option itself: whether it listens to Akka.Streams.</summary>
    /// <exception cref="InvalidOperationException">Another option is set, and the provider's services have no actor system.</exception>
    public static void Check(IServiceProvider services)
    {
        if (services.GetService<IServiceProviderIsService>()?.IsService(typeof(ActorSystem)) != false)
        {
            return;
        }

        var options = services.GetRequiredService<IOptionsMonitor<AkkaInstrumentationOptions>>().CurrentValue;
        var set = HoconTree.Leaves(OptionsSource.Read(options, "").Root).Select(leaf => leaf.Key)
            .Where(key => key != $"{SettingsReader.Root}.tracing.streams").ToList();
        if (set.Count > 0 || options.Tracing.Callbacks != new SpanCallbacks(null, null))
        {
            throw new InvalidOperationException(
                $"AddAkkaInstrumentation(options => ...) sets {string.Join(", ", set.DefaultIfEmpty("a callback"))}, but the services have no actor system that reads it. "
                + "Add one with AddAkka(...) and WithInstrumentation(), or set the keys in the HOCON of your actor system.");
        }
    }
}
