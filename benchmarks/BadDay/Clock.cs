using System.Diagnostics;
using System.Reflection;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The wall clock of the day's process, which steps by an hour where libfaketime is installed. The stopwatch is left alone.</summary>
internal static class Clock
{
    private const string File = "FAKETIME_TIMESTAMP_FILE";

    private static readonly string[] Libraries = ["/usr/lib", "/usr/lib64", "/usr/local/lib"];
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    /// <summary>Whether the clock of this process can step.</summary>
    public static bool Steps => Environment.GetEnvironmentVariable(File) is not null;

    /// <summary>Runs the day, in a process with a clock that can step if there is a library for it.</summary>
    public static async Task<int> Run(int seconds)
    {
        if (Steps || Library() is not { } library)
        {
            return await Day.Run(seconds);
        }

        var file = Path.GetTempFileName();
        await System.IO.File.WriteAllTextAsync(file, "+0");
        var program = new ProcessStartInfo(Environment.ProcessPath!)
        {
            Environment =
            {
                ["LD_PRELOAD"] = library,
                [File] = file,
                ["FAKETIME_CACHE_DURATION"] = "1",
                ["FAKETIME_DONT_FAKE_MONOTONIC"] = "1",

                // Without it, each wait with a time-out ends at once.
                ["FAKETIME_FORCE_MONOTONIC_FIX"] = "0",
            },
        };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            program.ArgumentList.Add(Assembly.GetExecutingAssembly().Location);
        }

        program.ArgumentList.Add($"{seconds}");
        using var day = Process.Start(program)!;
        await day.WaitForExitAsync();
        System.IO.File.Delete(file);
        return day.ExitCode;
    }

    /// <summary>How often this process saw its clock step.</summary>
    public static int Stepped { get; private set; }

    /// <summary>An hour forth and back until the end.</summary>
    public static async Task StepUntil(CancellationToken end)
    {
        var (begun, from, last) = (Stopwatch.GetTimestamp(), DateTime.UtcNow, TimeSpan.Zero);
        for (var forth = true; Steps && await Wait.For(Pause, end); forth = !forth)
        {
            var ahead = DateTime.UtcNow - from - Stopwatch.GetElapsedTime(begun);
            Stepped += (ahead - last).Duration() > TimeSpan.FromMinutes(30) ? 1 : 0;
            last = ahead;
            await System.IO.File.WriteAllTextAsync(Environment.GetEnvironmentVariable(File)!, forth ? "+3600" : "+0", CancellationToken.None);
        }
    }

    private static string? Library() => !OperatingSystem.IsLinux() ? null : Libraries
        .Where(Directory.Exists)
        .SelectMany(directory => Directory.EnumerateDirectories(directory, "*-linux-gnu*").Prepend(directory))
        .Select(directory => Path.Combine(directory, "faketime", "libfaketimeMT.so.1"))
        .FirstOrDefault(System.IO.File.Exists);
}
