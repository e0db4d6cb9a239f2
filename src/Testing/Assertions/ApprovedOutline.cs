using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>A file with the approved outline of an action, beside the test.</summary>
internal sealed class ApprovedOutline
{
    // The first use of each file by this process.
    private static readonly ConcurrentDictionary<string, (string Test, string Outline)> Uses = new();

    private readonly string _path;

    private ApprovedOutline(string path) => _path = path;

    // CI services set CI, and Azure Pipelines sets TF_BUILD only.
    private static bool IsOnCi => IsSet("CI") || IsSet("TF_BUILD");

    /// <exception cref="ArgumentException">The name is no file name.</exception>
    /// <exception cref="TrackingException">The folder of the test is not on this machine.</exception>
    public static ApprovedOutline Open(string name, string testFile)
    {
        if (name.AsSpan().ContainsAny(['/', '\\', ':']) || name.IndexOfAny(Path.GetInvalidFileNameChars()) >= 0)
        {
            throw new ArgumentException($"'{name}' is no name of a file: letters, digits, '-' and '.' are.", nameof(name));
        }

        return new ApprovedOutline(Path.Combine(FolderOf(testFile), $"{name}.outline.txt"));
    }

    /// <exception cref="TrackingException">The outline is not the approved one.</exception>
    public void Compare(TrackedAction tracked, string test)
    {
        var actual = tracked.ToOutline();
        var first = Uses.GetOrAdd(_path, (test, actual));
        if (IsSet("APPROVE") || (!File.Exists(_path) && !IsOnCi))
        {
            ThrowIfOther(first, actual, test, tracked);
            File.WriteAllText(_path, actual + "\n");
            return;
        }

        if (!File.Exists(_path))
        {
            throw new TrackingException(
                $"There is no {_path}. Run the test on your machine once, and commit the file that it writes. Expected there:\n\n{actual}", tracked);
        }

        var approved = File.ReadAllText(_path).ReplaceLineEndings("\n").TrimEnd('\n');
        if (approved != actual)
        {
            if (first.Test != test)
            {
                ThrowIfOther(first, actual, test, tracked);
            }

            throw new TrackingException(
                $"The outline is not that of {_path}. Lines with + are new, lines with - are gone:\n\n{LineDifference.Between(approved, actual)}\n\n"
                + "If it is right, run the test with APPROVE=1 and commit the file.",
                tracked);
        }
    }

    // The file can contain only one of the two outlines, so the next run of the other test would fail.
    private void ThrowIfOther((string Test, string Outline) first, string actual, string test, TrackedAction tracked)
    {
        if (first.Outline != actual)
        {
            throw new TrackingException(
                $"This run has two different outlines for {_path}: of {first.Test} and of {test}. Give each a name of its own.\n\n"
                + LineDifference.Between(first.Outline, actual),
                tracked);
        }
    }

    // A deterministic build replaces the beginning of the path by /_/. The tests run below the repository in most cases.
    private static string FolderOf(string testFile)
    {
        var parts = testFile.Split('/', '\\')[..^1];
        var folder = string.Join(Path.DirectorySeparatorChar, parts);
        if (Directory.Exists(folder))
        {
            return folder;
        }

        for (var above = new DirectoryInfo(AppContext.BaseDirectory); above is not null; above = above.Parent)
        {
            for (var first = 1; first < parts.Length; first++)
            {
                var found = Path.Combine([above.FullName, .. parts[first..]]);
                if (Directory.Exists(found) && File.Exists(Path.Combine(found, Path.GetFileName(testFile.Replace('\\', '/')))))
                {
                    return found;
                }
            }
        }

        throw new TrackingException($"The folder of {testFile} is not on this machine, so there is no file to compare with.", tracked: null);
    }

    private static bool IsSet(string variable) => Environment.GetEnvironmentVariable(variable) is "1" or "true" or "True";
}
