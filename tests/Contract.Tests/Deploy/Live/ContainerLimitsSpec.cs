using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A process with a limit of processors and memory, as in a container: the runtime reads both from the container's group, and these variables take
/// its place.
/// </summary>
public sealed class ContainerLimitsSpec
{
    private static readonly Regex Address = new(@"http://[0-9.]+:\d+");

    [Fact]
    public async Task The_status_has_the_limits_of_the_process_and_not_those_of_the_machine()
    {
        var start = BuiltProgram.Info("WebApi", "--urls", "http://127.0.0.1:0", "--Traffic:Running=false");
        start.Environment["DOTNET_PROCESSOR_COUNT"] = "1";
        start.Environment["DOTNET_GCHeapHardLimit"] = "0x18000000"; // 384 MiB
        using var shop = ProgramUnderTest.Start(start);
        using var browser = new HttpClient { BaseAddress = new Uri(Address.Match(await shop.Line("The shop runs")).Value) };

        // the first look at the process is at the start, the second a second later
        var process = default(JsonElement);
        await Eventually.True(async () =>
            (await browser.GetFromJsonAsync<JsonElement>("/akka/api/v1/status")).TryGetProperty("process", out process)
                && process.ValueKind == JsonValueKind.Object);
        Assert.Equal(1, process.GetProperty("processorLimit").GetInt32());
        Assert.Equal(0x18000000, process.GetProperty("memoryLimitBytes").GetInt64());
        Assert.InRange(process.GetProperty("heapBytes").GetInt64(), 1, 0x18000000);
    }
}
