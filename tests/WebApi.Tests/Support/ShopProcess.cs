namespace AkkaInstrumentation.Tests;

/// <summary>The built sample as a process of its own, as somebody starts it from a shell.</summary>
public sealed class ShopProcess : IDisposable
{
    private readonly Process _process;

    private ShopProcess(Process process) => _process = process;

    // Whoever runs the tests in the background (nohup, a script's "&") has them ignore Ctrl+C, and the shop would inherit that.
    private static bool IgnoresCtrlC =>
        OperatingSystem.IsLinux()
        && File.ReadLines("/proc/self/status").Single(line => line.StartsWith("SigIgn:", StringComparison.Ordinal)) is var ignored
        && (Convert.ToUInt64(ignored["SigIgn:".Length..].Trim(), 16) & (1 << (2 - 1))) != 0;

    public static ShopProcess Start(params string[] args)
    {
        string[] shop = ["dotnet", Path.Combine(AppContext.BaseDirectory, "WebApi.dll"), .. args];
        string[] command = IgnoresCtrlC ? ["env", "--default-signal=INT", .. shop] : shop;
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        return new ShopProcess(Process.Start(start)!);
    }

    public Task<string?> ReadLine() => Eventually.Within(_process.StandardOutput.ReadLineAsync());

    /// <summary>Waits for its end and returns everything that it wrote after what was read.</summary>
    public async Task<(int ExitCode, string Output, string Errors)> End()
    {
        var output = _process.StandardOutput.ReadToEndAsync();
        var errors = _process.StandardError.ReadToEndAsync();
        await Eventually.Within(_process.WaitForExitAsync());
        return (_process.ExitCode, await output, await errors);
    }

    /// <summary>Presses Ctrl+C.</summary>
    public void Interrupt()
    {
        using var kill = Process.Start("kill", ["-s", "INT", _process.Id.ToString(System.Globalization.CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.Dispose();
    }
}
