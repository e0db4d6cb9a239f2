namespace AkkaInstrumentation.Tests;

/// <summary>The working tree that the tests were built from: outputs lie inside it.</summary>
internal static class Repo
{
    public static string Root { get; } = FindRoot();

    public static string PathOf(string relative) => Path.Combine(Root, relative);

    public static string Read(string relative) => File.ReadAllText(PathOf(relative)).ReplaceLineEndings("\n");

    public static string[] ReadLines(string relative) => Read(relative).Split('\n');

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Directory.Packages.props")))
            {
                return folder.FullName;
            }
        }

        throw new DirectoryNotFoundException($"No folder above {AppContext.BaseDirectory} holds Directory.Packages.props.");
    }
}
