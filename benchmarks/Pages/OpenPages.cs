namespace AkkaInstrumentation.Benchmarks;

/// <summary>Pages of a dashboard that are open: each asks what the page in a browser asks, once a second, from this process.</summary>
internal sealed class OpenPages : IAsyncDisposable
{
    private static readonly string[][] Views =
    [
        ["overview", "history", "timeline"], ["flow", "overview"], ["actors"], ["mailboxes"], ["failures", "history", "timeline"], ["traces?order=slowest"],
        ["dispatchers", "at-work", "busiest", "history", "timeline"], ["lost"], ["logs"], ["settings"],
    ];

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _closed = new();
    private readonly HttpClient _client;
    private readonly Task _pages;

    public OpenPages(string address, int pages)
    {
        _client = new HttpClient { BaseAddress = new Uri($"{address}/akka/api/v1/") };
        _pages = Task.WhenAll(Views.Take(pages).Select(view => Task.Run(() => Show(view))));
    }

    public async ValueTask DisposeAsync()
    {
        await _closed.CancelAsync();
        await _pages;
        _client.Dispose();
        _closed.Dispose();
    }

    private async Task Show(string[] view)
    {
        try
        {
            while (true)
            {
                await Task.WhenAll(((string[])["status", "diagnosis", .. view]).Select(question => _client.GetStringAsync(new Uri(question, UriKind.Relative), _closed.Token)));
                await Task.Delay(Pause, _closed.Token);
            }
        }
        catch (OperationCanceledException)
        {
            // it is closed
        }
    }
}
