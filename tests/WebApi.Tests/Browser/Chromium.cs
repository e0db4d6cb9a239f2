using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>A headless browser with a profile of its own, which is gone afterwards.</summary>
public sealed class Chromium : IDisposable
{
    private static readonly Regex Listening = new(@"^DevTools listening on (ws://\S+)");
    private static readonly string[] Names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

    private readonly Process _process;
    private readonly string _profile;

    private Chromium(Process process, string profile)
    {
        _process = process;
        _profile = profile;
    }

    /// <summary>The browser of this machine; null when there is none.</summary>
    public static string? Executable { get; } = Find();

    public static async Task<(Chromium Browser, Uri DevTools)> Start()
    {
        var profile = Directory.CreateTempSubdirectory("shop-browser-").FullName;
        var process = Process.Start(new ProcessStartInfo(Executable!,
        [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--window-size=1366,768", $"--user-data-dir={profile}",
            "--remote-debugging-port=0", "about:blank",
        ])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        var browser = new Chromium(process, profile);
        try
        {
            return (browser, await Eventually.Within(browser.DevToolsAddress(), TimeSpan.FromSeconds(60)));
        }
        catch
        {
            browser.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        // The others of its processes end with it. To look for them takes longer than a test host gives at its end.
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        try
        {
            Directory.Delete(_profile, recursive: true);
        }
        catch (IOException)
        {
            // a helper process that is still dying may hold a file; the folder is the system's to clean
        }
    }

    private async Task<Uri> DevToolsAddress()
    {
        var lines = new List<string>();
        while (await _process.StandardError.ReadLineAsync() is { } line)
        {
            if (Listening.Match(line) is { Success: true } match)
            {
                _ = _process.StandardError.ReadToEndAsync();
                return new Uri(match.Groups[1].Value);
            }

            lines.Add(line);
        }

        throw new InvalidOperationException($"The browser ended: {string.Join('\n', lines)}");
    }

    private static string? Find()
    {
        if (Environment.GetEnvironmentVariable("CHROMIUM") is { Length: > 0 } set)
        {
            return set;
        }

        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        return (from name in Names from folder in folders select Path.Combine(folder, name)).FirstOrDefault(File.Exists);
    }
}
