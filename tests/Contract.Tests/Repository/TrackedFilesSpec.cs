using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>Nothing in the repository depends on the machine that it was written on.</summary>
public sealed class TrackedFilesSpec
{
    private static readonly Regex MachinePath = new(@"(?<![\w.}/-])/(home|root|work|Users)/\w|\b[A-Z]:\\Users\\");
    private static readonly Regex Registry = new(
        @"\b(nuget\.org|myget\.org|pkgs\.dev\.azure\.com|nuget\.pkg\.github\.com|npmjs\.(com|org))\b",
        RegexOptions.IgnoreCase);

    [Fact]
    public void No_file_names_a_machines_folders_or_a_package_registry() =>
        Assert.Empty(GitFiles.Texts.Where(file => MachinePath.IsMatch(file.Text) || Registry.IsMatch(file.Text)).Select(file => file.Path));
}
