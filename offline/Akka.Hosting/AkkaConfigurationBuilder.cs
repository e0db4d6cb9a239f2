using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.DependencyInjection;
using Akka.Util;
using Microsoft.Extensions.DependencyInjection;

namespace Akka.Hosting;

/// <summary>Collects what a system starts with. Used by one thread, before the system exists.</summary>
public sealed class AkkaConfigurationBuilder
{
    public readonly HashSet<Setup> Setups = [];

    private readonly List<ActorStarterWithResolver> _starters = [];

    public AkkaConfigurationBuilder(IServiceCollection serviceCollection, string actorSystemName)
    {
        ArgumentNullException.ThrowIfNull(serviceCollection);
        ActorSystemName = actorSystemName;
    }

    public Option<Config> Configuration { get; private set; } = Option<Config>.None;

    public Option<ProviderSelection> ActorRefProvider { get; private set; } = Option<ProviderSelection>.None;

    internal string ActorSystemName { get; }

    public AkkaConfigurationBuilder StartActors(Action<ActorSystem, IActorRegistry> starter) => StartActors((system, registry, _) =>
    {
        starter(system, registry);
        return Task.CompletedTask;
    });

    public AkkaConfigurationBuilder StartActors(Action<ActorSystem, IActorRegistry, IDependencyResolver> starter) => StartActors((system, registry, resolver) =>
    {
        starter(system, registry, resolver);
        return Task.CompletedTask;
    });

    public AkkaConfigurationBuilder StartActors(ActorStarterWithResolver starter)
    {
        _starters.Add(starter);
        return this;
    }

    internal AkkaConfigurationBuilder Add(Config added, HoconAddMode addMode)
    {
        var present = Configuration.HasValue ? Configuration.Value : Config.Empty;
        Configuration = addMode switch
        {
            HoconAddMode.Append => present.WithFallback(added),
            HoconAddMode.Prepend or HoconAddMode.Replace => added.WithFallback(present),
            _ => throw new ArgumentOutOfRangeException(nameof(addMode), addMode, null),
        };
        return this;
    }

    internal AkkaConfigurationBuilder Choose(ProviderSelection provider)
    {
        ActorRefProvider = Option<ProviderSelection>.Create(provider);
        return this;
    }

    internal async Task StartAsync(ActorSystem system)
    {
        var registry = ActorRegistry.For(system);
        var resolver = DependencyResolver.For(system).Resolver;
        foreach (var start in _starters)
        {
            await start(system, registry, resolver).ConfigureAwait(false);
        }
    }
}
