using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.DependencyInjection;
using Akka.Hosting.Logging;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Akka.Hosting;

/// <summary>Makes the system a builder describes.</summary>
internal static class SystemFactory
{
    public static ActorSystem Create(AkkaConfigurationBuilder builder, IServiceProvider services)
    {
        var loggers = services.GetService<ILoggerFactory>() is { } factory ? new LoggerFactorySetup(factory) : null;

        // Of two setups of a type the later one counts: the builder may bring other loggers.
        Setup?[] setups = [loggers, .. builder.Setups, DependencyResolverSetup.Create(services)];
        var setup = ActorSystemSetup.Create([.. setups.OfType<Setup>()]);
        var own = BootstrapSetup.Create().WithConfig(ConfigOf(builder));
        if (builder.ActorRefProvider.HasValue)
        {
            own = own.WithActorRefProvider(builder.ActorRefProvider.Value);
        }

        // As in Akka.Hosting, a set-up that was added replaces the builder's.
        var bootstrap = setup.Get<BootstrapSetup>().GetOrElse(own);
        return ActorSystem.Create(builder.ActorSystemName, setup.And(bootstrap));
    }

    private static Config ConfigOf(AkkaConfigurationBuilder builder) =>
        builder.Configuration.HasValue ? builder.Configuration.Value : Config.Empty;
}
