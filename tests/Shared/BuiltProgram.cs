namespace AkkaInstrumentation.Tests;

/// <summary>A program of this repository as a process of its own, built beside the tests.</summary>
public static class BuiltProgram
{
    /// <param name="name">The project's name.</param>
    /// <param name="arguments">Its arguments.</param>
    public static Process Start(string name, params string[] arguments) => Process.Start(Info(name, arguments))!;

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
