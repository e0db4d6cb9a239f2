namespace AkkaInstrumentation;

/// <summary>A file with the approved outline of a flow, beside the test.</summary>
internal sealed class ApprovedFlow
{
    private readonly string _path;

    private ApprovedFlow(string path) => _path = path;

    // CI services set it.
    private static bool IsOnCi => IsSet("CI");

    /// <exception cref="ArgumentException">The name is no file name.</exception>
    /// <exception cref="FlowException">The folder of the test is not on this machine.</exception>
    public static ApprovedFlow Of(string name, string testFile)
    {
        if (name.AsSpan().ContainsAny(['/', '\\', ':']) || name.IndexOfAny(Path.GetInvalidFileNameChars()) >= 0)
        {
            throw new ArgumentException($"'{name}' is no name of a file: letters, digits, '-' and '.' are.", nameof(name));
        }

        return new ApprovedFlow(Path.Combine(FolderOf(testFile), $"{name}.flow.txt"));
    }

    /// <exception cref="FlowException">The flow is not the approved one.</exception>
    public void Compare(MessageFlow flow)
    {
        var actual = flow.ToOutline();
        if (IsSet("APPROVE") || (!File.Exists(_path) && !IsOnCi))
        {
            File.WriteAllText(_path, actual + "\n");
            return;
        }

        if (!File.Exists(_path))
        {
            throw new FlowException(
                $"There is no {_path}. Run the test on your machine once, and commit the file that it writes. Expected there:\n\n{actual}", flow);
        }

        var approved = File.ReadAllText(_path).ReplaceLineEndings("\n").TrimEnd('\n');
        if (approved != actual)
        {
            throw new FlowException(
                $"The flow is not that of {_path}. Lines with + are new, lines with - are gone:\n\n{LineDifference.Between(approved, actual)}\n\n"
                + "If it is right, run the test with APPROVE=1 and commit the file.",
                flow);
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

        throw new FlowException($"The folder of {testFile} is not on this machine, so there is no file to compare with.", flow: null);
    }

    private static bool IsSet(string variable) => Environment.GetEnvironmentVariable(variable) is "1" or "true" or "True";
}
