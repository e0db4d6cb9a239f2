namespace AkkaInstrumentation.Tests;

/// <summary>Runs <c>dotnet</c> and expects it to succeed.</summary>
internal static class Dotnet
{
    private static readonly TimeSpan _patience = TimeSpan.FromMinutes(4);

    public static string Run(string folder, params string[] arguments) => RunProgram(folder, "dotnet", arguments);

    /// <summary>Runs a program that has its own runtime.</summary>
    public static string RunProgram(string folder, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var variable in start.Environment.Keys.Where(name => name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase)).ToList())
        {
            // the test host was started by a build of its own
            start.Environment.Remove(variable);
        }

        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        // no server may outlive the test and keep its pipes open
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";

        // the compiler's server keeps no pipe, and mostly is there from the build of the tests: a compiler of its own costs more than the compilation
        start.Environment["UseSharedCompilation"] = "true";

        using var dotnet = Process.Start(BuiltProgram.ForSeconds(start))!;
        var output = dotnet.StandardOutput.ReadToEndAsync();
        var errors = dotnet.StandardError.ReadToEndAsync();
        if (!dotnet.WaitForExit(_patience))
        {
            dotnet.Kill(entireProcessTree: true);
        }

        dotnet.WaitForExit();
        Assert.True(dotnet.ExitCode == 0, $"{Path.GetFileName(program)} {string.Join(' ', arguments)}: {dotnet.ExitCode}\n{output.Result}\n{errors.Result}");
        return output.Result;
    }
}
