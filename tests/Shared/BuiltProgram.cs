namespace AkkaInstrumentation.Tests;

/// <summary>A program of this repository as a process of its own, built beside the tests.</summary>
public static class BuiltProgram
{
    /// <param name="name">The project's name.</param>
    /// <param name="arguments">Its arguments.</param>
    public static Process Start(string name, params string[] arguments)
    {
        // .../bin/Remote.Tests/debug/ -> .../bin/ProcessNode/debug/ProcessNode.dll
        var here = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        var program = Path.Combine(here.Parent!.Parent!.FullName, name, here.Name, $"{name}.dll");
        return Process.Start(new ProcessStartInfo("dotnet", [program, .. arguments]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
    }
}
