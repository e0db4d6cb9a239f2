using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>What a resource gets in the model of an AppHost, which is built and not run, and what that does with a real page.</summary>
public sealed class AspireSpec
{
    [Fact]
    public async Task The_resource_has_the_page_as_a_link_that_says_Actors()
    {
        await using var host = await DashboardHost.Open();
        var shop = Shop(host);
        var url = Assert.Single(await Urls(shop));
        Assert.Equal(("Actors", host.Client.BaseAddress!.ToString(), "http"), (url.DisplayText, url.Url, url.Endpoint!.EndpointName));
    }

    [Fact]
    public async Task Without_an_endpoint_there_is_no_link_and_the_resource_is_unhealthy()
    {
        var builder = DistributedApplication.CreateBuilder();
        var shop = builder.AddExecutable("shop", "shop", ".").WithAkkaDashboard();
        Assert.Empty(await Urls(shop));
        Assert.Equal(HealthStatus.Unhealthy, (await Health(builder, "shop_actors")).Status);
        Assert.False((await TraceFully(shop, "/user/**")).Success);
    }

    [Fact]
    public async Task Its_health_is_that_of_the_actor_system_and_names_the_trouble()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.blocking.threshold = 50ms");
        var shop = Shop(host);
        Assert.Contains(shop.Resource.Annotations.OfType<HealthCheckAnnotation>(), annotation => annotation.Key == "shop_actors");
        Assert.Equal(HealthStatus.Healthy, (await Health(shop.ApplicationBuilder, "shop_actors")).Status);

        using var release = new ManualResetEventSlim();
        host.System.System.ActorOf(Handler.Props((_, _) => release.Wait()), "clerk").Tell("order");
        try
        {
            await Eventually.True(async () => (await Health(shop.ApplicationBuilder, "shop_actors")).Status == HealthStatus.Degraded);
            Assert.StartsWith("/user/clerk: ", (await Health(shop.ApplicationBuilder, "shop_actors")).Description, StringComparison.Ordinal);
        }
        finally
        {
            release.Set();
        }
    }

    [Fact]
    public async Task Its_command_traces_actors_fully_for_five_minutes()
    {
        await using var host = await DashboardHost.Open("akka.instrumentation.tracing.sampling.ratio = 0");
        host.System.System.ActorOf(Handler.Props((_, _) => { }), "orders");
        var shop = Shop(host);
        var command = Command(shop);
        Assert.Equal("Trace fully for five minutes", command.DisplayName);
        Assert.Equal(("path", "/user/**"), (Assert.Single(command.Arguments).Name, command.Arguments[0].Value));

        var result = await TraceFully(shop, "/user/orders");
        Assert.True(result.Success, result.Message);
        Assert.Equal("/user/orders is traced fully for 5 minutes, full traces before: none", result.Message);
        Assert.Equal(AkkaTraceMode.Always, host.System.System.GetInsight().Explain("/user/orders", typeof(string)).Trace);

        result = await TraceFully(shop, "no path");
        Assert.False(result.Success);
        Assert.Contains("allowed are paths", result.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_command_shows_the_incident_as_Markdown()
    {
        await using var host = await DashboardHost.Open();
        host.System.System.ActorOf(Handler.Props((_, _) => throw new InvalidOperationException("no tea")), "orders").TellTimes(12, "order");
        var shop = Shop(host);
        await Eventually.True(async () =>
        {
            var result = await Execute(shop, "akka-incident");
            Assert.True(result.Success, result.Message);
            Assert.Equal((CommandResultFormat.Markdown, true), (result.Data!.Format, result.Data.DisplayImmediately));
            return result.Data.Value.StartsWith("# ", StringComparison.Ordinal)
                && result.Data.Value.Contains("/user/orders", StringComparison.Ordinal);
        });
        Assert.Equal(ResourceCommandState.Disabled, Command(shop, "akka-incident").UpdateState(In(KnownResourceStates.Exited)));
        Assert.Contains("does not answer", (await Execute(At(FreePort.Find()), "akka-incident")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_that_forbids_it_says_so()
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.AllowAnonymous(), environment: "Production");
        var result = await TraceFully(Shop(host), "/user/**");
        Assert.False(result.Success);
        Assert.NotEmpty(result.Message!);
    }

    /// <summary>The check and the command end with a sentence, whatever answers in the page's place.</summary>
    [Fact]
    public async Task A_page_that_is_closed_or_gone_is_unhealthy()
    {
        await using var closed = await DashboardHost.Start(environment: "Production");
        var shop = Shop(closed);
        Assert.Contains("does not answer", (await Health(shop.ApplicationBuilder, "shop_actors")).Description, StringComparison.Ordinal);
        Assert.Contains("does not answer", (await TraceFully(shop, "/user/**")).Message, StringComparison.Ordinal);

        shop = At(FreePort.Find());
        Assert.Contains("does not answer", (await Health(shop.ApplicationBuilder, "shop_actors")).Description, StringComparison.Ordinal);
    }

    [Fact]
    public void The_command_waits_until_the_resource_runs()
    {
        var command = Command(At(1));
        Assert.Equal(ResourceCommandState.Disabled, State(KnownResourceStates.Starting));
        Assert.Equal(ResourceCommandState.Enabled, State(KnownResourceStates.Running));

        ResourceCommandState State(string state) => command.UpdateState(In(state));
    }

    private static UpdateCommandStateContext In(string state) => new()
    {
        ResourceSnapshot = new CustomResourceSnapshot { ResourceType = "Project", Properties = [], State = new(state, null) },
        Services = new ServiceCollection().BuildServiceProvider(),
    };

    private static IResourceBuilder<ExecutableResource> Shop(DashboardHost host) => At(host.Client.BaseAddress!.Port);

    // As the orchestrator would have done it.
    private static IResourceBuilder<ExecutableResource> At(int port)
    {
        var shop = DistributedApplication.CreateBuilder().AddExecutable("shop", "shop", ".").WithHttpEndpoint().WithAkkaDashboard();
        var endpoint = Assert.Single(shop.Resource.Annotations.OfType<EndpointAnnotation>());
        endpoint.AllocatedEndpoint = new AllocatedEndpoint(endpoint, "127.0.0.1", port);
        return shop;
    }

    private static async Task<List<ResourceUrlAnnotation>> Urls(IResourceBuilder<ExecutableResource> shop)
    {
        var context = new ResourceUrlsCallbackContext(new(DistributedApplicationOperation.Run), shop.Resource);
        foreach (var annotation in shop.Resource.Annotations.OfType<ResourceUrlsCallbackAnnotation>())
        {
            await annotation.Callback(context);
        }

        return context.Urls;
    }

    private static async Task<HealthCheckResult> Health(IDistributedApplicationBuilder builder, string name)
    {
        await using var services = new ServiceCollection().AddLogging().BuildServiceProvider();
        var registration = builder.Services.BuildServiceProvider()
            .GetRequiredService<Microsoft.Extensions.Options.IOptions<HealthCheckServiceOptions>>().Value.Registrations
            .Single(one => one.Name == name);
        return await registration.Factory(services).CheckHealthAsync(new HealthCheckContext { Registration = registration });
    }

    private static ResourceCommandAnnotation Command(IResourceBuilder<ExecutableResource> shop, string name = "akka-trace-fully") =>
        shop.Resource.Annotations.OfType<ResourceCommandAnnotation>().Single(command => command.Name == name);

    private static Task<ExecuteCommandResult> TraceFully(IResourceBuilder<ExecutableResource> shop, string path) =>
        Execute(shop, "akka-trace-fully", new InteractionInput { Name = "path", InputType = InputType.Text, Value = path });

    private static Task<ExecuteCommandResult> Execute(
        IResourceBuilder<ExecutableResource> shop, string command, params InteractionInput[] arguments) =>
        Command(shop, command).ExecuteCommand(new ExecuteCommandContext
        {
            Services = new ServiceCollection().BuildServiceProvider(),
            ResourceName = "shop",
            CancellationToken = CancellationToken.None,
            Logger = NullLogger.Instance,
            Arguments = new InteractionInputCollection(arguments),
        });
}
