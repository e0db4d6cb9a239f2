using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation;

/// <summary>Instruments the actor system of one host, with the services that the application has added.</summary>
internal static class InstrumentedHost
{
    public static void Configure(HostBuilderContext host, IServiceCollection services)
    {
        // by name: most hosts have no Akka, and its assembly is not there
        if (Has(services, "Akka.Hosting.AkkaConfigurationBuilder") && !Has(services, typeof(AkkaInstrumentationControl).FullName!))
        {
            HookFolder.LoadAll("AkkaInstrumentation.Hosting");
            AddTo(services);
            if (Has(services, "OpenTelemetry.Trace.TracerProvider") || Has(services, "OpenTelemetry.Metrics.MeterProvider"))
            {
                CollectBy(services);
            }
            else
            {
                Exporting.Start(host.Configuration.AsEnumerable());
            }

            if (host.HostingEnvironment.IsDevelopment() && Has(services, "Microsoft.AspNetCore.Hosting.Server.IServer"))
            {
                AddPage(services);
            }
        }
    }

    // These are not inlined: .NET loads the assemblies that a method names when it compiles it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AddPage(IServiceCollection services) => DashboardFilter.AddTo(services);

    private static bool Has(IServiceCollection services, string type) => services.Any(service => service.ServiceType.FullName == type);

    // AddAkka registers the builder with a factory, which runs the application's callback.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AddTo(IServiceCollection services)
    {
        var akka = services.Last(service => service.ServiceType == typeof(AkkaConfigurationBuilder));
        if (akka.ImplementationFactory is { } create)
        {
            services.TryAddSingleton(provider => AkkaInstrumentationExtension.For(provider.GetRequiredService<ActorSystem>()).Control);
            services[services.IndexOf(akka)] =
                ServiceDescriptor.Singleton(provider => ((AkkaConfigurationBuilder)create(provider)).WithInstrumentation(provider));
        }
    }

    // The application has an OpenTelemetry pipeline, so its version and its exporters are used.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CollectBy(IServiceCollection services) => services
        .ConfigureOpenTelemetryTracerProvider(tracing => tracing.AddSource(AkkaTelemetry.SourceName))
        .ConfigureOpenTelemetryMeterProvider(metrics => metrics.AddMeter(AkkaTelemetry.MeterName));
}
