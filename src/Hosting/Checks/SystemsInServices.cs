using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;

namespace AkkaInstrumentation;

/// <summary>Finds a second <c>AddAkka</c> on one service collection, which Akka.Hosting does not report: it starts the last actor system only.</summary>
internal sealed class SystemsInServices(IServiceCollection services)
{
    /// <summary>What is wrong; null for one actor system or none. The collection does not change any more.</summary>
    public string? Problem => services.Count(service => service.ServiceType == typeof(ActorSystem)) is > 1 and var count
        ? $"AddAkka was called {count} times on one service collection. Only the last actor system starts, and what the other calls configure is lost. Call it once, or give each actor system a host of its own."
        : null;
}
