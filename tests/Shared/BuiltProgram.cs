namespace AkkaInstrumentation.Tests;

/// <summary>A program of this repository as a process of its own, built beside the tests.</summary>
public static class BuiltProgram
{
    // The runtime compiles a method a second time, with optimisations, once it is called often. By default that begins after 100 ms without a new
    // method; this is hexadecimal for four seconds.
    private const string SecondCompilation = "DOTNET_TC_CallCountingDelayMs";
    private const string Late = "1000";

    /// <param name="name">The project's name.</param>
    /// <param name="arguments">Its arguments.</param>
    public static Process Start(string name, params string[] arguments) => Process.Start(ForSeconds(Info(name, arguments)))!;

    /// <summary>
    /// Most programs of tests run for seconds: too short to earn back a second compilation, which is up to a quarter of their processor time.
    /// </summary>
    public static ProcessStartInfo ForSeconds(ProcessStartInfo start)
    {
        start.Environment.TryAdd(SecondCompilation, Late);
        return start;
    }

    /// <summary>For one that works hard: the second compilation begins at the usual time.</summary>
    public static ProcessStartInfo ForLong(ProcessStartInfo start)
    {
        start.Environment[SecondCompilation] = "64";
        return start;
    }

    /// <summary>How it is started, for a test that adds to it.</summary>
    public static ProcessStartInfo Info(string name, params string[] arguments) =>
        new("dotnet", [Path.Combine(Folder(name), $"{name}.dll"), .. arguments]) { RedirectStandardInput = true, RedirectStandardOutput = true };

    /// <summary>The folder that a project of the repository was built into.</summary>
    public static string Folder(string name)
    {
        // .../bin/Remote.Tests/debug/ -> .../bin/ProcessNode/debug/
        var here = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        return Path.Combine(here.Parent!.Parent!.FullName, name, here.Name);
    }
}
