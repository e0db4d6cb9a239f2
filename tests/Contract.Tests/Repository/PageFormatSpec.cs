using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The page's format and types, as its developers check them: where npm is. The tools come from the npm registry; without it nothing is checked.
/// </summary>
public sealed class PageFormatSpec
{
    private const int NoTools = 3;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    [NpmFact]
    public async Task The_scripts_have_the_format_of_Prettier_and_the_types_of_TypeScript()
    {
        var start = new ProcessStartInfo("bash", [Repo.PathOf("src/Dashboard/Page/check")]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var check = Process.Start(start)!;
        var (output, errors) = (check.StandardOutput.ReadToEndAsync(), check.StandardError.ReadToEndAsync());
        await check.WaitForExitAsync().WaitAsync(Patience);
        Assert.True(check.ExitCode is 0 or NoTools, $"{await output}{await errors}");
    }

    /// <summary>A test that needs npm and bash.</summary>
    private sealed class NpmFactAttribute() : FactIfAttribute(
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator) is var folders
            && folders.Any(folder => File.Exists(Path.Combine(folder, "npm"))) && folders.Any(folder => File.Exists(Path.Combine(folder, "bash"))),
        "checks the page's scripts where npm is");
}
