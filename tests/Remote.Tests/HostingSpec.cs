using System.Diagnostics.Tracing;
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
        var provider = await ProviderOf(akka => _ = remotingFirst
            ? akka.WithActorRefProvider(ProviderSelection.Remote.Instance).WithInstrumentation()
            : akka.WithInstrumentation().WithActorRefProvider(ProviderSelection.Remote.Instance));
        Assert.IsType<InstrumentedRemoteActorRefProvider>(provider);
    }

    [Fact]
    public async Task A_provider_in_HOCON_is_replaced_too() =>
        Assert.IsType<InstrumentedRemoteActorRefProvider>(
            await ProviderOf(akka => akka.WithInstrumentation().AddHocon("akka.actor.provider = remote", HoconAddMode.Prepend)));

    [Fact]
    public async Task A_system_without_remoting_stays_local() =>
        Assert.IsType<LocalActorRefProvider>(await ProviderOf(akka => akka.WithInstrumentation()));

    [Fact]
    public async Task A_provider_of_the_application_stays_and_one_warning_reports_what_that_means()
    {
        var name = $"own-{Guid.NewGuid():N}";
        using var warnings = new Warnings(name);
        var provider = await ProviderOf(
            akka => akka.WithInstrumentation()
                .WithActorRefProvider(new ProviderSelection.Custom($"{typeof(OwnProvider).FullName}, Remote.Tests")), name);
        Assert.IsType<OwnProvider>(provider);
        var warning = Assert.Single(warnings.Texts, text => text.Contains("akka.actor.provider", StringComparison.Ordinal));
        Assert.Contains(typeof(OwnProvider).FullName!, warning, StringComparison.Ordinal);
    }

    private static async Task<IActorRefProvider> ProviderOf(Action<AkkaConfigurationBuilder> configure, string? name = null)
    {
        name ??= $"hosted-{Guid.NewGuid():N}";
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddAkka(name, (akka, _) =>
        {
            akka.AddHocon(Network(name), HoconAddMode.Append);
            configure(akka);
        });
        using var host = builder.Build();
        await host.StartAsync();
        var provider = ((ExtendedActorSystem)host.Services.GetRequiredService<ActorSystem>()).Provider;
        await host.StopAsync();
        return provider;
    }

    private static Config Network(string name) => ConfigurationFactory.ParseString(
        $$"""
        akka.remote {
          enabled-transports = ["akka.remote.test"]
          test {
            transport-class = "Akka.Remote.Transport.TestTransport, Akka.Remote"
            applied-adapters = []
            maximum-payload-bytes = 128000b
            scheme-identifier = test
            registry-key = {{name}}
            local-address = "test://{{name}}@127.0.0.1:1"
          }
        }
        """).WithFallback(Systems.Quiet);

    private sealed class Warnings(string system) : EventListener
    {
        public ConcurrentQueue<string> Texts { get; } = new();

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "AkkaInstrumentation")
            {
                EnableEvents(eventSource, EventLevel.Warning);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventName == "SetupWarning" && Equals(eventData.Payload![0], system))
            {
                Texts.Enqueue((string)eventData.Payload[1]!);
            }
        }
    }

    /// <summary>An application's own.</summary>
    public sealed class OwnProvider(string systemName, Settings settings, EventStream eventStream)
        : RemoteActorRefProvider(systemName, settings, eventStream);
}
