namespace AkkaInstrumentation.Tests;

/// <summary>A test with a program of Prometheus, <c>promtool</c> unless it names another. Where it is not installed the test is skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PromtoolFactAttribute : FactAttribute
{
    private const string Promtool = "promtool";

    public PromtoolFactAttribute(string program = Promtool) =>
        Skip = Find(program) is null ? $"{program} is not installed; Debian's package prometheus has it." : null;

    /// <summary>Where a program is; null when it is not installed.</summary>
    internal static string? Find(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? $"{program}.exe" : program))
        .FirstOrDefault(File.Exists);

    /// <summary>Exit code and everything written.</summary>
    internal static async Task<(int Code, string Output)> Run(params string[] arguments)
    {
        var start = new ProcessStartInfo(Find(Promtool)!, arguments)
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
