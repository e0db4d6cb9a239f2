using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace AkkaInstrumentation.Tests;

/// <summary>What an application is told when it maps the dashboard and when it starts.</summary>
public sealed class StartSpec
{
    [Theory]
    [InlineData("/akka", "/akka/")]
    [InlineData("akka/", "/akka/")]
    [InlineData("ops/akka", "/ops/akka/")]
    [InlineData("", "/")]
    [InlineData("/", "/")]
    public async Task The_log_has_the_address_to_click(string pattern, string path)
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.AllowAnonymous(), pattern: pattern);
        var address = new Uri(host.Client.BaseAddress!, path);
        Assert.Equal($"Information: The Akka dashboard is open at {address} to everybody.", Assert.Single(host.Log.Lines));
        using var response = await host.Client.GetAsync(address);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Contains("Akka dashboard", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Authorization_that_nobody_added_is_an_error_in_the_log_at_the_start()
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.RequireAuthorization("operators"));
        Assert.Equal(
            "Error: The Akka dashboard at /akka has RequireAuthorization(...), so each request fails: call AddAuthorization(...).",
            Assert.Single(host.Log.Warnings));
    }

    [Fact]
    public async Task A_policy_that_does_not_exist_is_an_error_in_the_log_at_the_start()
    {
        await using var host = await DashboardHost.Start(
            dashboard => dashboard.RequireAuthorization("operatros"),
            services: services => services.AddAuthorizationBuilder().AddPolicy("operators", policy => policy.RequireRole("operator")),
            options: options => options.ChangePolicy = "changers");
        Assert.Equal(
            ["operatros", "changers"],
            host.Log.Warnings.Select(line => line.Split("the authorization policy ")[1].Split(',')[0]));
    }

    [Fact]
    public async Task A_change_policy_without_authorization_is_an_error_where_it_is_mapped()
    {
        await using var app = WebApplication.CreateBuilder().Build();
        var error = Assert.Throws<InvalidOperationException>(() => app.MapAkkaDashboard("/akka", options => options.ChangePolicy = "operators"));
        Assert.Contains("AddAuthorization", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/akka")]
    [InlineData("Akka/")]
    public async Task A_second_dashboard_at_the_same_path_is_an_error_where_it_is_mapped(string again)
    {
        await using var app = WebApplication.CreateBuilder().Build();
        app.MapAkkaDashboard("/akka");
        app.MapAkkaDashboard("/akka2");
        Assert.Contains("already", Assert.Throws<InvalidOperationException>(() => app.MapAkkaDashboard(again)).Message, StringComparison.Ordinal);
    }
}
