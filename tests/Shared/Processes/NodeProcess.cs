using System.Text.Json;
using System.Threading.Channels;

namespace AkkaInstrumentation.Tests;

/// <summary>A node in a process of its own (tests/ProcessNode), which talks to others over TCP.</summary>
internal sealed class NodeProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

    private NodeProcess(string[] arguments, ConcurrentBag<NodeSpan> spans)
    {
        _process = BuiltProgram.Start("ProcessNode", arguments);
        _process.OutputDataReceived += (_, line) =>
        {
            if (line.Data is null)
            {
                _lines.Writer.TryComplete();
            }
            else if (line.Data.StartsWith("span ", StringComparison.Ordinal))
            {
                spans.Add(JsonSerializer.Deserialize<NodeSpan>(line.Data[5..], JsonSerializerOptions.Web)! with { Node = this });
            }
            else
            {
                _lines.Writer.TryWrite(line.Data);
            }
        };
        _process.BeginOutputReadLine();
    }

    /// <summary>As other nodes know it.</summary>
    public string Address { get; private set; } = "";

    public int Port => new Uri(Address).Port;

    /// <param name="kind"><c>remote</c> or <c>cluster</c>.</param>
    /// <param name="spans">Gets the spans of the node.</param>
    /// <param name="instrumented">Whether the node has this library.</param>
    /// <param name="port">0: any.</param>
    /// <param name="seed">The node whose cluster it joins; null if it begins one.</param>
    /// <param name="hasActors">Whether it has actors of its own.</param>
    public static async Task<NodeProcess> Start(string kind, ConcurrentBag<NodeSpan> spans, bool instrumented =
        true, int port = 0, NodeProcess? seed = null, bool hasActors = true)
    {
        var node = new NodeProcess([instrumented ? "with" : "without", kind, $"{port}", seed?.Address ?? "", hasActors ? "actors" : "bare"], spans);
        node.Address = await node.Next("address");
        return node;
    }

    /// <summary>Sends a text along nodes. Returns what the last one answers, or <c>none</c>.</summary>
    public Task<string> Ask(string text, params NodeProcess[] way) =>
        Command($"ask {text} {string.Join(' ', way.Select(node => node.Address))}", "answer");

    /// <summary>How this node sees its cluster: <c>3 up, 0 unreachable</c>.</summary>
    public Task<string> Members() => Command("members", "members");

    /// <summary>What the node finds wrong, the most important first.</summary>
    public Task<string> Why() => Command("why", "why");

    /// <summary>The process stands still, as under SIGSTOP, until it goes on.</summary>
    public void Stop() => Signal("STOP");

    public void Continue() => Signal("CONT");

    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    public async ValueTask DisposeAsync()
    {
        using (_process)
        {
            try
            {
                _process.StandardInput.Close();
                await _process.WaitForExitAsync().WaitAsync(TimeSpan.FromSeconds(20));
            }
            catch (Exception e) when (e is TimeoutException or IOException or InvalidOperationException)
            {
                _process.Kill();
            }
        }
    }

    private void Signal(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{_process.Id}"]);
        kill.WaitForExit();
        Assert.Equal(0, kill.ExitCode);
    }

    private async Task<string> Command(string command, string word)
    {
        await _process.StandardInput.WriteLineAsync(command);
        return await Next(word);
    }

    private async Task<string> Next(string word)
    {
        var line = await _lines.Reader.ReadAsync().AsTask().WaitAsync(Patience);
        Assert.StartsWith($"{word} ", line, StringComparison.Ordinal);
        return line[(word.Length + 1)..];
    }
}

/// <summary>A span that a process has printed.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Trace">Id of the trace.</param>
/// <param name="Id">Its id.</param>
/// <param name="Parent">Id of its parent.</param>
/// <param name="Kind">As in the platform's <see cref="ActivityKind"/>.</param>
internal sealed record NodeSpan(string Name, string Trace, string Id, string Parent, string Kind)
{
    /// <summary>The process.</summary>
    public NodeProcess? Node { get; init; }
}
