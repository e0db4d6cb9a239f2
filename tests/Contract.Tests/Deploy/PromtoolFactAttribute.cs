using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>A test with Prometheus' own tool. Where it is not installed the test is skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PromtoolFactAttribute : FactAttribute
{
    private static readonly string? Tool = (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? "promtool.exe" : "promtool"))
        .FirstOrDefault(File.Exists);

    public PromtoolFactAttribute() =>
        Skip = Tool is null ? "promtool is not installed; Debian's package prometheus has it." : null;

    /// <summary>Exit code and everything written.</summary>
    internal static async Task<(int Code, string Output)> Run(params string[] arguments)
    {
        var start = new ProcessStartInfo(Tool!, arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = Repo.PathOf("deploy/prometheus"),
        };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, await output + await errors);
    }
}
