using System.Collections.Concurrent;
using System.Diagnostics;

namespace ClusterSample;

/// <summary>A node that this process has started.</summary>
/// <param name="Number">2 for the first one.</param>
/// <param name="ProcessId">Its process.</param>
/// <param name="Page">The address of its dashboard; null while it starts.</param>
/// <param name="Runs">Whether it runs.</param>
internal sealed record NodeState(int Number, int ProcessId, string? Page, bool Runs);

/// <summary>The other nodes, each in a process of its own.</summary>
internal sealed class NodeProcesses
{
    private readonly ConcurrentDictionary<int, (Process Process, string? Page)> _nodes = new();
    private readonly object _lock = new();

    /// <summary>The address of the node whose cluster they join.</summary>
    public string Seed { get; set; } = "";

    public IEnumerable<NodeState> All => _nodes.OrderBy(node => node.Key).Select(node => new NodeState(
        node.Key, node.Value.Process.Id, node.Value.Page, !node.Value.Process.HasExited));

    /// <summary>Starts a node, unless it runs.</summary>
    public void Start(int number)
    {
        lock (_lock)
        {
            if (_nodes.TryGetValue(number, out var node) && !node.Process.HasExited)
            {
                return;
            }

            var program = typeof(OrderActor).Assembly.Location;
            var process = Process.Start(new ProcessStartInfo("dotnet", $"\"{program}\" --join {Seed}") { RedirectStandardInput = true, RedirectStandardOutput = true })!;
            _nodes[number] = (process, null);
            process.OutputDataReceived += (_, line) => Wrote(number, process, line.Data);
            process.BeginOutputReadLine();
        }
    }

    /// <summary>Ends a node as a crash does. Returns false when it does not run.</summary>
    public bool Kill(int number)
    {
        lock (_lock)
        {
            if (!_nodes.TryGetValue(number, out var node) || node.Process.HasExited)
            {
                return false;
            }

            node.Process.Kill();
            return true;
        }
    }

    /// <summary>Asks all to leave, and waits until they have.</summary>
    public async Task End()
    {
        foreach (var (process, _) in _nodes.Values)
        {
            process.StandardInput.Close();
        }

        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(15));
        await Task.WhenAll(_nodes.Values.Select(node => node.Process.WaitForExitAsync(patience.Token)));
    }

    private void Wrote(int number, Process process, string? line)
    {
        if (line is null)
        {
            return;
        }

        Console.WriteLine($"[node {number}] {line}");
        if (line.Split("its own page: ") is [_, var page])
        {
            _nodes[number] = (process, page);
        }
    }
}
