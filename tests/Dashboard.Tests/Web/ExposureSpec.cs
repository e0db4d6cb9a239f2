using System.Net;
using Microsoft.AspNetCore.Builder;

namespace AkkaInstrumentation.Tests;

/// <summary>Who may see the dashboard.</summary>
public sealed class ExposureSpec
{
    private static readonly IReadOnlyList<string> Paths =
        ["", .. ApiSpec.Questions.Select(question => $"api/v1/{question}"), $"assets/{PageFiles.All.Version}/app.js"];

    public static TheoryData<string> Addresses => [.. Paths];

    [Fact]
    public async Task Outside_of_development_nobody_sees_anything()
    {
        await using var host = await DashboardHost.Start();
        foreach (var address in Paths)
        {
            using var response = await host.Client.GetAsync(address);
            Assert.Equal((address, HttpStatusCode.NotFound), (address, response.StatusCode));
            Assert.Empty(await response.Content.ReadAsByteArrayAsync());
        }
    }

    [Fact]
    public async Task A_change_answers_404_too()
    {
        await using var host = await DashboardHost.Start();
        using var response = await host.Client.PostAsync("api/v1/changes", content: null);
        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task One_line_in_the_log_reports_that_it_answers_404()
    {
        await using var host = await DashboardHost.Start();
        var line = Assert.Single(host.Log.Lines);
        Assert.StartsWith("Warning: The Akka dashboard at /akka answers 404 in Production.", line, StringComparison.Ordinal);
        Assert.Contains("RequireAuthorization", line, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Addresses))]
    public async Task The_application_can_let_everybody_see_it(string address)
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.AllowAnonymous());
        using var response = await host.Client.GetAsync(address);
        var expected = address switch
        {
            "api/v1/trace" or "api/v1/type" or "api/v1/cluster" => HttpStatusCode.NotFound,
            "api/v1/explain" or "api/v1/state" or "api/v1/stack" => HttpStatusCode.BadRequest,
            _ => HttpStatusCode.OK,
        };
        Assert.Equal(expected, response.StatusCode);
        Assert.NotEmpty(await response.Content.ReadAsByteArrayAsync());
        Assert.Empty(host.Log.Warnings);
    }

    [Fact]
    public async Task In_development_everybody_at_the_machine_sees_it_and_the_log_reports_so()
    {
        await using var host = await DashboardHost.Start(environment: "Development");
        using var response = await host.Client.GetAsync("");
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.StartsWith(
            $"Information: The Akka dashboard is open at {host.Client.BaseAddress} to requests to localhost, because this is Development.",
                Assert.Single(host.Log.Lines), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_policy_decides_where_there_is_one()
    {
        await using var host = await DashboardHost.StartWithUsers(
            dashboard => dashboard.RequireAuthorization(policy => policy.RequireUserName("ada")));

        foreach (var address in Paths)
        {
            Assert.Equal((address, HttpStatusCode.Unauthorized), (address, await StatusFor(user: "", address)));
            Assert.Equal((address, HttpStatusCode.Forbidden), (address, await StatusFor("bob", address)));
            Assert.NotEqual((address, HttpStatusCode.Forbidden), (address, await StatusFor("ada", address)));
        }

        Assert.Empty(host.Log.Warnings);

        async Task<HttpStatusCode> StatusFor(string user, string address)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address);
            request.Headers.Add(HeaderAuthentication.Header, user);
            using var response = await host.Client.SendAsync(request);
            return response.StatusCode;
        }
    }
}
