using System.Xml.Linq;

namespace AkkaInstrumentation.Tests;

/// <summary>The library's version as the repository sets it.</summary>
internal static class LibraryVersion
{
    public static string Text { get; } =
        XDocument.Parse(Repo.Read("Directory.Build.props")).Descendants("VersionPrefix").Single().Value;
}
