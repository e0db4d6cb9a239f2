using System.Net;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>The log lines of a time.</summary>
public sealed class LogTimesSpec
{
    [Fact]
    public async Task Lines_of_other_times_are_left_out()
    {
        await using var host = await DashboardHost.Open();
        host.Logger("Shop.Orders").Log(LogLevel.Error, default, "the bank is closed", exception: null, static (text, _) => text);
        await Eventually.Equal(1, () => Matching("logs?find=bank"));
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        Assert.Equal(1, Matching($"logs?find=bank&from={now - 60}&to={now + 1}"));
        Assert.Equal(0, Matching($"logs?find=bank&to={now - 60}"));
        Assert.Equal(0, Matching($"logs?find=bank&from={now + 60}"));

        int Matching(string question) => host.Now(question).GetProperty("matching").GetInt32();
    }

    [Theory]
    [InlineData("from=yesterday")]
    [InlineData("to=-1")]
    [InlineData("to=99999999999999999999")]
    [InlineData("from=1e9")]
    public async Task A_time_that_is_none_is_a_wrong_question(string time)
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Client.GetAsync($"api/v1/logs?{time}");
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }
}
