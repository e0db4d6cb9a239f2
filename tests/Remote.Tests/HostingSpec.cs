using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary><c>WithInstrumentation()</c> finds the package and puts its provider in the place of Akka's.</summary>
public sealed class HostingSpec
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_provider_is_chosen_before_and_after_remoting(bool remotingFirst)
    {
        var (provider, _) = await Start(akka => _ = remotingFirst
            ? akka.WithActorRefProvider(ProviderSelection.Remote.Instance).WithInstrumentation()
            : akka.WithInstrumentation().WithActorRefProvider(ProviderSelection.Remote.Instance));
        Assert.IsType<InstrumentedRemoteActorRefProvider>(provider);
    }

    [Fact]
    public async Task A_provider_in_HOCON_is_replaced_too() =>
        Assert.IsType<InstrumentedRemoteActorRefProvider>(
            (await Start(akka => akka.WithInstrumentation().AddHocon("akka.actor.provider = remote", HoconAddMode.Prepend))).Provider);

    [Fact]
    public async Task A_system_without_remoting_stays_local() =>
        Assert.IsType<InstrumentedLocalActorRefProvider>((await Start(akka => akka.WithInstrumentation())).Provider);

    [Fact]
    public async Task A_provider_of_the_application_stays_and_one_warning_reports_what_that_means()
    {
        var (provider, warnings) = await Start(akka => akka.WithInstrumentation()
            .WithActorRefProvider(new ProviderSelection.Custom($"{typeof(OwnProvider).FullName}, Remote.Tests")));
        Assert.IsType<OwnProvider>(provider);
        var warning = Assert.Single(warnings, text => text.Contains("akka.actor.provider", StringComparison.Ordinal));
        Assert.Contains(typeof(OwnProvider).FullName!, warning, StringComparison.Ordinal);
    }

    private static async Task<(IActorRefProvider Provider, IReadOnlyList<string> Warnings)> Start(Action<AkkaConfigurationBuilder> configure)
    {
        var name = $"hosted-{Guid.NewGuid():N}";
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddAkka(name, (akka, _) =>
        {
            akka.AddHocon(Systems.Parse(KeptLog.Hocon + TestTransport.Hocon(name, 1)).WithFallback(Systems.Quiet), HoconAddMode.Append);
            configure(akka);
        });
        using var host = builder.Build();
        await host.StartAsync();
        var system = host.Services.GetRequiredService<ActorSystem>();
        var found = (((ExtendedActorSystem)system).Provider, await KeptLog.Whole(system));
        await host.StopAsync();
        return found;
    }

    /// <summary>An application's own.</summary>
    public sealed class OwnProvider(string systemName, Settings settings, EventStream eventStream)
        : RemoteActorRefProvider(systemName, settings, eventStream);
}
