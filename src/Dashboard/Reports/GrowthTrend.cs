using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Which of the reported mailboxes still grow. The watchdog ends a report only when a mailbox has recovered, which can be long after it began to
/// shrink. Called by the sampling thread, once a second; read by any thread.
/// </summary>
internal sealed class GrowthTrend
{
    private static readonly long Recent = 3 * Stopwatch.Frequency;

    private Dictionary<string, Depths> _depths = [];

    /// <summary>The depth of a reported mailbox, and by how much it has changed in the last seconds; null for what is not known.</summary>
    public (int Depth, int? Change)? Of(string path) =>
        Volatile.Read(ref _depths).TryGetValue(path, out var depths) ? (depths.Now, depths.Now - depths.Then) : null;

    /// <param name="paths">Paths of the mailboxes that are reported as growing.</param>
    /// <param name="depthOf">The present depth of a mailbox; null when there is none.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Look(IEnumerable<string> paths, Func<string, int?> depthOf, long now)
    {
        var next = new Dictionary<string, Depths>();
        foreach (var path in paths)
        {
            if (depthOf(path) is not { } depth)
            {
                continue;
            }

            next[path] = _depths.TryGetValue(path, out var before) && now - before.At < Recent
                ? before with { Now = depth }
                : new(before?.Now, depth, now);
        }

        Volatile.Write(ref _depths, next);
    }

    private sealed record Depths(int? Then, int Now, long At);
}
