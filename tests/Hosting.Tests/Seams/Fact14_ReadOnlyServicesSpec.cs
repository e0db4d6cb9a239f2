using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 14 about Akka.NET 1.5: why the two OpenTelemetry calls cannot be made by WithInstrumentation.</summary>
public sealed class Fact14_ReadOnlyServicesSpec
{
    [Fact]
    public async Task Inside_the_AddAkka_lambda_the_service_collection_is_read_only()
    {
        var host = Host.CreateApplicationBuilder();
        Exception? refused = null;
        host.Services.AddAkka($"seams-{Guid.NewGuid():N}", (akka, _) =>
        {
            akka.AddHocon("akka.stdout-loglevel = OFF, akka.loglevel = ERROR", HoconAddMode.Prepend);
            refused = Record.Exception(() => host.Services.AddSingleton(new object()));
        });

        using var app = host.Build();
        await app.StartAsync();
        await app.StopAsync();

        Assert.IsType<InvalidOperationException>(refused);
        Assert.True(host.Services.IsReadOnly);
    }
}
