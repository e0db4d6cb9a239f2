using System.Net.Http.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The sample of a cluster as processes of its own: the node with the customers, and the two that it starts.</summary>
public sealed class ClusterSample : IDisposable
{
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly ProgramUnderTest _first;
    private readonly HttpClient _client;

    private ClusterSample(ProgramUnderTest first, Uri front)
    {
        _first = first;
        Front = front;
        _client = new HttpClient { BaseAddress = front };
    }

    /// <summary>The address of the first node.</summary>
    public Uri Front { get; }

    /// <param name="collector">Where all nodes send their telemetry; null for nowhere.</param>
    public static async Task<ClusterSample> Start(Uri? collector = null)
    {
        var start = BuiltProgram.Info("ClusterSample", "--urls=http://127.0.0.1:0");
        start.Environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector?.ToString();
        var first = ProgramUnderTest.Start(start);
        try
        {
            var line = await first.Line("Three processes");
            return new ClusterSample(first, new Uri(line.Split(' ').Single(word => word.StartsWith("http", StringComparison.Ordinal))));
        }
        catch
        {
            first.Dispose();
            throw;
        }
    }

    public async Task<IReadOnlyList<Node>> Nodes() => (await _client.GetFromJsonAsync<Node[]>("nodes"))!;

    /// <summary>The address of the dashboard of another node, once it is there.</summary>
    public async Task<Uri> Dashboard(int number)
    {
        Uri? found = null;
        await Eventually.True(
            async () => (found = (await Nodes()).Where(node => node.Number == number && node.Page is not null)
                .Select(node => new Uri($"{node.Page}/")).FirstOrDefault()) is not null,
            Patience);
        return found!;
    }

    public void Dispose()
    {
        _client.Dispose();
        _first.Dispose();
    }

    public sealed record Node(int Number, int ProcessId, string? Page, bool Runs);
}
