using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AkkaInstrumentation;

/// <summary>
/// Measures the processor time of the thread that starts and reads it, in <see cref="Stopwatch"/> ticks. .NET has no API for it, so it is read from
/// Linux. If that fails, and on other systems, the elapsed time is used, which is at least as long.
/// </summary>
internal readonly struct ProcessorTimer
{
    private const int ThreadClock = 3;

    private static bool _isAbsent = !OperatingSystem.IsLinux();

    private readonly long _clock;
    private readonly long? _processor;

    private ProcessorTimer(long clock, long? processor) => (_clock, _processor) = (clock, processor);

    /// <summary>The time since the start.</summary>
    public long Elapsed
    {
        get
        {
            var clock = Stopwatch.GetTimestamp() - _clock;
            return Read() - _processor is { } processor ? Math.Clamp(processor, 0, clock) : clock;
        }
    }

    public static ProcessorTimer Start() => new(Stopwatch.GetTimestamp(), Read());

    private static long? Read()
    {
        try
        {
            return !_isAbsent && ClockGetTime(ThreadClock, out var time) == 0
                ? (time.Seconds * Stopwatch.Frequency) + (long)(time.Nanoseconds * (Stopwatch.Frequency / 1e9))
                : null;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            _isAbsent = true;
            return null;
        }
    }

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ClockGetTime(int clock, out TimeSpec time);

    // The fields have the width of a pointer.
    private readonly record struct TimeSpec(nint Seconds, nint Nanoseconds);
}
