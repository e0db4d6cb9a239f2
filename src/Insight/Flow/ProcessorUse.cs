using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>The processor time that the process has used since its start, and the time that it needed and did not get.</summary>
/// <param name="Used">Processor time of all its threads.</param>
/// <param name="Waited">
/// The sum of the times for which its living threads were ready and had no processor; null if the operating system does not report it.
/// </param>
/// <param name="Throttled">For how long the limit of its container has throttled it; zero without a limit.</param>
/// <param name="LateTicks">The sum of the ticks by which the background thread has woken too late.</param>
internal readonly record struct ProcessorUse(TimeSpan Used, TimeSpan? Waited, TimeSpan Throttled, long LateTicks)
{
    private const string Threads = "/proc/self/task";

    private const string Groups = "/sys/fs/cgroup";

    // Of the second version and of the first: microseconds and nanoseconds.
    private static readonly (string File, string Key, double Ticks)[] Limits =
    [
        ("cpu.stat", "throttled_usec ", 10),
        ("cpu/cpu.stat", "throttled_time ", 0.01),
    ];

    /// <summary>Reads a small file for each thread, on Linux. Never throws.</summary>
    public static ProcessorUse Read()
    {
        using var process = Process.GetCurrentProcess();
        return new(process.TotalProcessorTime, WaitedOf(Threads), ThrottledOf(Groups), BackgroundThread.LateTicks);
    }

    /// <summary>Linux keeps for each thread how long it has run and how long it was ready and had no processor, in nanoseconds.</summary>
    /// <param name="threads">A directory with a subdirectory for each thread.</param>
    internal static TimeSpan? WaitedOf(string threads)
    {
        try
        {
            var (sum, isKnown) = (0L, false);
            foreach (var thread in Directory.Exists(threads) ? Directory.EnumerateDirectories(threads) : [])
            {
                if (TextOf(Path.Combine(thread, "schedstat")).Split(' ') is [_, var waited, ..]
                    && long.TryParse(waited, NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds))
                {
                    (sum, isKnown) = (sum + nanoseconds, true);
                }
            }

            return isKnown ? TimeSpan.FromTicks(sum / 100) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Linux keeps for the group of processes of a container how long its limit has held it back.</summary>
    /// <param name="groups">The directory of the group, as the container sees it.</param>
    internal static TimeSpan ThrottledOf(string groups)
    {
        foreach (var (file, key, ticks) in Limits)
        {
            var line = TextOf(Path.Combine(groups, file)).Split('\n').FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal));
            if (line is not null && long.TryParse(line[key.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out var time))
            {
                return TimeSpan.FromTicks((long)(time * ticks));
            }
        }

        return TimeSpan.Zero;
    }

    // A thread may end meanwhile.
    private static string TextOf(string file)
    {
        try
        {
            return File.Exists(file) ? File.ReadAllText(file) : "";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}

/// <summary>The processors that the process got in a period, and those that it needed and did not get.</summary>
/// <param name="Busy">Processors that it kept busy.</param>
/// <param name="Waited">Average number of threads that were ready and had no processor; null if the operating system does not report it.</param>
/// <param name="Throttled">Share of the period in which the limit of its container throttled it.</param>
/// <param name="Late">Share of the period by which the background thread woke too late.</param>
internal sealed record ProcessorShare(double Busy, double? Waited = null, double Throttled = 0, double Late = 0)
{
    // A number of processors, and of waiting threads, that counts as large.
    private const double Much = 0.5;
    private const double MuchThrottled = 0.2;
    private const double MuchLate = 0.3;

    /// <summary>The number of processors that it would have kept busy if it had got them; null when that is not known.</summary>
    public double? Wanted => Throttled >= MuchThrottled || Late >= MuchLate ? null : Busy + (Waited ?? 0);

    /// <summary>Whether it lacks processors: at least half of those that it needed, and for more than a moment.</summary>
    public bool IsShort => Waited >= Math.Max(Much, Busy) || Throttled >= MuchThrottled || (Waited is null && Late >= MuchLate);

    /// <summary>Whether it lacks processors whatever its threads do: it uses nearly all, or its limit or the machine holds it back.</summary>
    public bool IsHeldBack => Wanted is null || IsAll;

    /// <summary>Whether it uses nearly all processors of the machine.</summary>
    public bool IsAll => Busy >= 0.8 * Environment.ProcessorCount;

    public static ProcessorShare Between(ProcessorUse before, ProcessorUse now, double seconds) => new(
        Math.Max(0, (now.Used - before.Used).TotalSeconds / seconds),
        // the sum loses the time of a thread that has ended
        now.Waited is { } waited && before.Waited is { } waitedBefore ? Math.Max(0, (waited - waitedBefore).TotalSeconds / seconds) : null,
        Math.Clamp((now.Throttled - before.Throttled).TotalSeconds / seconds, 0, 1),
        Math.Clamp(Ticks.ToSeconds(now.LateTicks - before.LateTicks) / seconds, 0, 1));
}
