using System.ComponentModel;

namespace AkkaInstrumentation.Tests;

/// <summary>What is in git, or will be: tracked files and new ones that nothing ignores. Empty where there is no git.</summary>
internal static class GitFiles
{
    public static IReadOnlyList<string> Paths { get; } = List();

    public static IEnumerable<(string Path, string Text)> Texts => Paths
        .Select(path => (Path: path, Bytes: File.ReadAllBytes(Repo.PathOf(path))))
        .Where(file => !file.Bytes.Contains((byte)0))
        .Select(file => (file.Path, System.Text.Encoding.UTF8.GetString(file.Bytes)));

    private static string[] List()
    {
        try
        {
            using var git = Process.Start(new ProcessStartInfo("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
            {
                WorkingDirectory = Repo.Root,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            var files = git.StandardOutput.ReadToEnd().Split('\0', StringSplitOptions.RemoveEmptyEntries);
            git.WaitForExit();
            return git.ExitCode == 0 ? [.. files.Where(file => File.Exists(Repo.PathOf(file)))] : [];
        }
        catch (Win32Exception)
        {
            // no git on this machine
            return [];
        }
    }
}
