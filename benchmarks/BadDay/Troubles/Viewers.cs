using System.Diagnostics;
using System.Net;
using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A hostile viewer, who asks the worst questions as fast as they are answered, and a quiet one, who looks at a page each second.</summary>
internal sealed class Viewers(string address) : IDisposable
{
    /// <summary>The header with the viewer's name.</summary>
    public const string Header = "X-Viewer";

    /// <summary>Where the application answers with nothing.</summary>
    public const string EmptyPath = "/empty";

    /// <summary>How much longer than an empty answer of the application the quiet viewer may wait.</summary>
    public static readonly TimeSpan Bound = TimeSpan.FromSeconds(2);

    private const int Loops = 2;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private static readonly Func<int, string>[] Worst =
    [
        i => $"explain?path=/user/crowd&type=Unknown{i}",
        i => $"actors?path=/user&find=nobody{i}",
        i => $"actors?path=/user/crowd&after={i}",
        i => $"flow?window={(i % 3_600) + 1}",
        i => $"overview?x={i}",
        i => $"logs?find={i}",
        i => $"traces?order=slowest&actor={i}",
        i => $"failures?actor={i}",
    ];

    private readonly HttpClient _hostile = Client(address, "hostile");
    private readonly HttpClient _quiet = Client(address, "quiet");
    private readonly List<(double Page, double Application, string Question)> _waits = [];
    private readonly long _begun = Stopwatch.GetTimestamp();
    private int _hostileAnswers;

    public int HostileAnswers => Volatile.Read(ref _hostileAnswers);

    public int Answers => _waits.Count;

    /// <summary>
    /// The longest answer, beside the application's own empty one that was asked for at the same time: how long that takes is the machine's business.
    /// </summary>
    public (double Page, double Application, string Question) LongestWait => _waits.MaxBy(wait => wait.Page - wait.Application);

    /// <summary>Questions of the quiet viewer that were refused, of which the status line may be none.</summary>
    public (int Status, int Others) Refused { get; private set; }

    public Task AskWorstUntil(CancellationToken end) => Task.WhenAll(Enumerable.Range(0, Loops).Select(loop => Task.Run(async () =>
    {
        for (var i = 0; !end.IsCancellationRequested; i++)
        {
            var question = Worst[(loop + i) % Worst.Length]((loop * 1_000_000) + i);
            using var response = await _hostile.GetAsync(new Uri(question, UriKind.Relative), CancellationToken.None);
            Interlocked.Increment(ref _hostileAnswers);
        }
    })));

    /// <summary>The first answers do not count: their code is compiled.</summary>
    public async Task LookFirst()
    {
        await AskPatiently("status");
        await AskPatiently("overview");
        await LookPatiently(QuietTypes.All[0]);
        _waits.Clear();
    }

    public async Task LookUntil(CancellationToken end)
    {
        for (var i = 0; await Wait.For(Pause, end); i++)
        {
            await Ask("status");
            await Ask("overview");
            await Look(QuietTypes.All[i % QuietTypes.All.Count]);
        }
    }

    /// <summary>Looks at the pages on which a quiet type must be.</summary>
    public Task Look(QuietTypes.QuietType type) => Look(type, Ask);

    /// <summary>The same, until it is answered.</summary>
    public Task LookPatiently(QuietTypes.QuietType type) => Look(type, async question => await AskPatiently(question));

    private static async Task Look(QuietTypes.QuietType type, Func<string, Task<JsonElement?>> ask)
    {
        var traces = await ask($"traces?actor={Uri.EscapeDataString(type.Actor)}");
        Saw("traces", traces is { } found && found.GetProperty("taken").GetInt32() > 0);
        var lines = await ask($"logs?find={Uri.EscapeDataString($"{type.Line.Name} has handled")}");
        Saw("logs", lines is { } all && all.GetProperty("matching").GetInt32() > 0);

        void Saw(string page, bool isThere)
        {
            if (isThere)
            {
                type.SeenOn.Add(page);
            }
        }
    }

    /// <summary>The answer, in the end: a refusal says when to ask again.</summary>
    public async Task<JsonElement> AskPatiently(string question)
    {
        for (var begun = Stopwatch.GetTimestamp(); ; await Task.Delay(Pause))
        {
            if (await Ask(question) is { } answer)
            {
                return answer;
            }

            if (Stopwatch.GetElapsedTime(begun) > TimeSpan.FromMinutes(1))
            {
                throw new TimeoutException($"{question} is refused.");
            }
        }
    }

    public void Dispose()
    {
        _hostile.Dispose();
        _quiet.Dispose();
    }

    private static HttpClient Client(string address, string viewer)
    {
        var client = new HttpClient { BaseAddress = new Uri($"{address}/akka/api/v1/") };
        client.DefaultRequestHeaders.Add(Header, viewer);
        return client;
    }

    // Null: refused.
    private async Task<JsonElement?> Ask(string question)
    {
        var begun = Stopwatch.GetTimestamp();
        var application = Empty();
        using var response = await _quiet.GetAsync(new Uri(question, UriKind.Relative));
        var text = await response.Content.ReadAsStringAsync();
        var page = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        _waits.Add((page, await application, $"{question} after {Stopwatch.GetElapsedTime(_begun).TotalSeconds:0} s"));
        if (response.StatusCode == HttpStatusCode.ServiceUnavailable)
        {
            Refused = question == "status" ? (Refused.Status + 1, Refused.Others) : (Refused.Status, Refused.Others + 1);
            return null;
        }

        response.EnsureSuccessStatusCode();
        return JsonSerializer.Deserialize<JsonElement>(text);
    }

    private async Task<double> Empty()
    {
        var begun = Stopwatch.GetTimestamp();
        using var response = await _quiet.GetAsync(new Uri(EmptyPath, UriKind.Relative));
        return Stopwatch.GetElapsedTime(begun).TotalSeconds;
    }
}
