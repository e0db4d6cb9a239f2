namespace AkkaInstrumentation.Tests;

/// <summary>The built sample as a process of its own, as somebody starts it from a shell.</summary>
public static class ShopProcess
{
    // Whoever runs the tests in the background (nohup, a script's "&") has them ignore Ctrl+C, and the shop would inherit that.
    private static bool IgnoresCtrlC =>
        OperatingSystem.IsLinux()
        && File.ReadLines("/proc/self/status").Single(line => line.StartsWith("SigIgn:", StringComparison.Ordinal)) is var ignored
        && (Convert.ToUInt64(ignored["SigIgn:".Length..].Trim(), 16) & (1 << (2 - 1))) != 0;

    public static ProgramUnderTest Start(params string[] args)
    {
        string[] shop = ["dotnet", Path.Combine(AppContext.BaseDirectory, "WebApi.dll"), .. args];
        string[] command = IgnoresCtrlC ? ["env", "--default-signal=INT", .. shop] : shop;
        return ProgramUnderTest.Start(new ProcessStartInfo(command[0], command[1..]));
    }
}
