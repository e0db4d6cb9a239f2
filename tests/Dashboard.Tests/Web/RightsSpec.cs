using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace AkkaInstrumentation.Tests;

/// <summary>Who sees the dashboard may not change anything by that.</summary>
public sealed class RightsSpec
{
    [Theory]
    [InlineData("localhost")]
    [InlineData("LOCALHOST:5080")]
    [InlineData("shop.localhost:5080")]
    [InlineData("127.0.0.1")]
    [InlineData("127.8.9.10:5080")]
    [InlineData("[::1]:5080")]
    public async Task In_development_a_viewer_at_the_machine_sees_and_changes(string name)
    {
        await using var host = await DashboardHost.Start(environment: "Development");
        Assert.True((await host.Get("settings")).GetProperty("mayChange").GetBoolean());
        using var response = await host.Change(new { ratio = 0.5 }, request => request.Headers.Host = name);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(0.5, host.Extension.Control.SamplingRatio);
    }

    [Theory]
    [InlineData("evil.example")]
    [InlineData("127.0.0.1.evil.example")]
    [InlineData("localhost.evil.example:5080")]
    [InlineData("notlocalhost")]
    [InlineData("10.0.0.1")]
    [InlineData("[2001:db8::1]")]
    public async Task In_development_a_page_at_a_name_that_only_resolves_to_this_machine_neither_sees_nor_changes(string name)
    {
        await using var host = await DashboardHost.Start(environment: "Development");
        foreach (var address in new[] { "", "api/v1/status", "api/v1/settings", $"assets/{PageFiles.All.Version}/app.js" })
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address);
            request.Headers.Host = name;
            using var seen = await host.Client.SendAsync(request);
            Assert.Equal(HttpStatusCode.Forbidden, seen.StatusCode);
        }

        using var response = await host.Change(new { ratio = 0.5 }, request => request.Headers.Host = name);
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
    }

    [Theory]
    [InlineData("127.0.0.1", true)]
    [InlineData("::1", true)]
    [InlineData("::ffff:127.0.0.1", true)]
    [InlineData("192.168.0.7", false)]
    [InlineData(null, false)]
    public void A_request_from_another_machine_is_not_local_whatever_host_it_names(string? from, bool isLocal)
    {
        var context = new DefaultHttpContext();
        context.Request.Host = new HostString("localhost", 5080);
        context.Connection.RemoteIpAddress = from is null ? null : IPAddress.Parse(from);
        Assert.Equal(isLocal, Loopback.IsLocal(context));
    }

    /// <summary>A tunnel or a proxy on this machine can set the name of the host, and comes from this machine.</summary>
    [Theory]
    [InlineData("Forwarded", "for=203.0.113.9")]
    [InlineData("X-Forwarded-For", "203.0.113.9")]
    [InlineData("X-Forwarded-For", "127.0.0.1")]
    [InlineData("x-forwarded-host", "shop.example")]
    [InlineData("X-Forwarded-Proto", "https")]
    [InlineData("X-Original-For", "127.0.0.1:5080")]
    [InlineData("X-Real-IP", "203.0.113.9")]
    [InlineData("Via", "1.1 tunnel")]
    public async Task In_development_what_somebody_has_forwarded_neither_sees_nor_changes(string header, string value)
    {
        await using var host = await DashboardHost.Start(environment: "Development");
        foreach (var address in new[] { "", "api/v1/status", "api/v1/actors", "api/v1/settings", $"assets/{PageFiles.All.Version}/app.js" })
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address);
            request.Headers.Add(header, value);
            using var seen = await host.Client.SendAsync(request);
            Assert.Equal(HttpStatusCode.Forbidden, seen.StatusCode);
        }

        using var response = await host.Change(new { ratio = 0.5 }, request => request.Headers.Add(header, value));
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
    }

    [Theory]
    [InlineData("203.0.113.9")]
    [InlineData("::ffff:10.0.0.1")]
    public async Task In_development_another_machine_neither_sees_nor_changes_whatever_host_it_names(string from)
    {
        await using var host = await DashboardHost.Start(environment: "Development", pipeline: app => app.Use((context, next) =>
        {
            context.Connection.RemoteIpAddress = context.Request.Headers.ContainsKey("Is-Elsewhere")
                ? IPAddress.Parse(from) : context.Connection.RemoteIpAddress;
            return next(context);
        }));
        foreach (var address in new[] { "", "api/v1/status", "api/v1/actors", "api/v1/logs", "api/v1/settings" })
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address);
            request.Headers.Add("Is-Elsewhere", "yes");
            using var seen = await host.Client.SendAsync(request);
            Assert.Equal(HttpStatusCode.Forbidden, seen.StatusCode);
        }

        using var response = await host.Change(new { ratio = 0.5 }, request => request.Headers.Add("Is-Elsewhere", "yes"));
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
    }

    /// <summary>With a policy, or for everybody, a proxy in front is the usual case.</summary>
    [Fact]
    public async Task What_a_proxy_forwards_is_for_the_policy_to_decide()
    {
        await using var host = await DashboardHost.Open();
        host.Client.DefaultRequestHeaders.Add("X-Forwarded-For", "203.0.113.9");
        using var response = await host.Change(new { ratio = 0.5 });
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task Elsewhere_nobody_changes_anything_without_a_policy_for_changes()
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.AllowAnonymous());
        var settings = await host.Get("settings");
        Assert.False(settings.GetProperty("mayChange").GetBoolean());
        Assert.Equal("", settings.GetProperty("token").GetString());
        using var response = await host.Change(new { ratio = 0.5 });
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
    }

    [Fact]
    public async Task A_policy_decides_who_changes_and_the_log_has_who_did()
    {
        await using var host = await DashboardHost.StartWithUsers(
            dashboard => dashboard.RequireAuthorization("viewers"),
            policies => policies
                .AddPolicy("viewers", policy => policy.RequireAuthenticatedUser())
                .AddPolicy("operators", policy => policy.RequireUserName("ada")),
            options: options => options.ChangePolicy = "operators");
        host.Client.DefaultRequestHeaders.Add(HeaderAuthentication.Header, "ada");
        Assert.True((await host.Get("settings")).GetProperty("mayChange").GetBoolean());
        using (var response = await host.Change(new { ratio = 0.5 }))
        {
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        }

        Assert.Equal("Warning: tracing.sampling.ratio is 0.5, was 1 (HOCON); changed on the dashboard by ada at 127.0.0.1.",
            Assert.Single(host.Log.Warnings));
    }

    [Fact]
    public async Task A_viewer_without_the_right_to_change_sees_the_settings_and_changes_nothing()
    {
        await using var host = await DashboardHost.StartWithUsers(
            dashboard => dashboard.RequireAuthorization(),
            policies => policies.AddPolicy("operators", policy => policy.RequireUserName("ada")),
            "Development",
            options => options.ChangePolicy = "operators");
        host.Client.DefaultRequestHeaders.Add(HeaderAuthentication.Header, "bob");
        Assert.False((await host.Get("settings")).GetProperty("mayChange").GetBoolean());

        // also not with the token of somebody who may
        using var asAda = new HttpRequestMessage(HttpMethod.Get, "api/v1/settings");
        host.Client.DefaultRequestHeaders.Clear();
        asAda.Headers.Add(HeaderAuthentication.Header, "ada");
        using var answer = await host.Client.SendAsync(asAda);
        var token = System.Text.Json.JsonDocument.Parse(await answer.Content.ReadAsStringAsync()).RootElement.GetProperty("token").GetString();
        Assert.NotEqual("", token);
        host.Client.DefaultRequestHeaders.Add(HeaderAuthentication.Header, "bob");
        using var response = await host.Change(new { ratio = 0.5 }, request =>
        {
            request.Headers.Remove("X-Akka-Dashboard");
            request.Headers.Add("X-Akka-Dashboard", token);
        });
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
        Assert.Empty(host.Log.Warnings);
    }
}
