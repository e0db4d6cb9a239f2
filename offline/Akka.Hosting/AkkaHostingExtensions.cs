using Akka.Actor;
using Akka.Configuration;
using Akka.DependencyInjection;
using Microsoft.Extensions.DependencyInjection;

namespace Akka.Hosting;

/// <summary>Adds an actor system to an application.</summary>
public static class AkkaHostingExtensions
{
    public static IServiceCollection AddAkka(this IServiceCollection services, string actorSystemName, Action<AkkaConfigurationBuilder> builder) =>
        services.AddAkka(actorSystemName, (akka, _) => builder(akka));

    /// <summary>The delegate runs when the system is first needed: at host start, or earlier if something asks for it.</summary>
    public static IServiceCollection AddAkka(
        this IServiceCollection services,
        string actorSystemName,
        Action<AkkaConfigurationBuilder, IServiceProvider> builder)
    {
        services.AddSingleton(provider =>
        {
            var akka = new AkkaConfigurationBuilder(services, actorSystemName);
            builder(akka, provider);
            return akka;
        });
        services.AddSingleton(provider => SystemFactory.Create(provider.GetRequiredService<AkkaConfigurationBuilder>(), provider));
        services.AddSingleton(provider => ActorRegistry.For(provider.GetRequiredService<ActorSystem>()));
        services.AddSingleton<IActorRegistry>(provider => provider.GetRequiredService<ActorRegistry>());
        services.AddSingleton<IReadOnlyActorRegistry>(provider => provider.GetRequiredService<ActorRegistry>());
        services.AddSingleton(typeof(IRequiredActor<>), typeof(RequiredActor<>));
        return services.AddHostedService<AkkaHostedService>();
    }

    public static AkkaConfigurationBuilder AddHocon(this AkkaConfigurationBuilder builder, Config hocon, HoconAddMode addMode) =>
        builder.Add(hocon, addMode);

    public static AkkaConfigurationBuilder WithActorRefProvider(this AkkaConfigurationBuilder builder, ProviderSelection providerSelection) =>
        builder.Choose(providerSelection);

    public static AkkaConfigurationBuilder WithActors(this AkkaConfigurationBuilder builder, Action<ActorSystem, IActorRegistry> actorStarter) =>
        builder.StartActors(actorStarter);

    public static AkkaConfigurationBuilder WithActors(
        this AkkaConfigurationBuilder builder,
        Action<ActorSystem, IActorRegistry, IDependencyResolver> actorStarter) =>
        builder.StartActors(actorStarter);
}
