using System.Net;

namespace AkkaInstrumentation.Tests;

/// <summary>All that is known now, as a file to download.</summary>
public sealed class IncidentViewSpec
{
    [Fact]
    public async Task It_is_JSON_or_Markdown()
    {
        await using var host = await DashboardHost.Open();
        Assert.Equal(host.System.Name, (await host.Get("incident")).GetProperty("system").GetString());
        using var text = await host.Client.GetAsync("api/v1/incident?format=markdown");
        Assert.Equal("text/markdown", text.Content.Headers.ContentType?.MediaType);
        Assert.StartsWith($"# {host.System.Name}, ", await text.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        using var wrong = await host.Client.GetAsync("api/v1/incident?format=xml");
        Assert.Equal(HttpStatusCode.BadRequest, wrong.StatusCode);
    }
}
