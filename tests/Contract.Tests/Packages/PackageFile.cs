using System.IO.Compression;
using System.Xml.Linq;

namespace AkkaInstrumentation.Tests;

/// <summary>A .nupkg or .snupkg.</summary>
internal sealed class PackageFile(string path)
{
    // the container's own: every package has them, whatever is in it
    private static readonly string[] _container = ["_rels/.rels", "[Content_Types].xml", "package/services/metadata/core-properties/nuget.psmdcp"];

    public byte[] Bytes => File.ReadAllBytes(path);

    /// <summary>The files in it, but for those that make the container.</summary>
    public IReadOnlyList<string> Files
    {
        get
        {
            using var zip = ZipFile.OpenRead(path);
            return [.. zip.Entries.Select(entry => entry.FullName)
                .Where(name => !_container.Contains(name) && !name.EndsWith(".nuspec", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal)];
        }
    }

    /// <summary>An element of the nuspec's metadata by name; its namespace does not matter.</summary>
    public XElement? Metadata(string name) => Elements(name).SingleOrDefault();

    /// <summary>Each dependency and the range of its versions: <c>Akka 1.5.71</c>.</summary>
    public IReadOnlyList<string> Dependencies =>
        [.. Elements("dependency").Select(dependency => $"{dependency.Attribute("id")!.Value} {dependency.Attribute("version")!.Value}")];

    public string Text(string name)
    {
        using var reader = new StreamReader(new MemoryStream(Content(name)));
        return reader.ReadToEnd();
    }

    public byte[] Content(string name)
    {
        using var zip = ZipFile.OpenRead(path);
        using var entry = zip.GetEntry(name)!.Open();
        using var content = new MemoryStream();
        entry.CopyTo(content);
        return content.ToArray();
    }

    private IEnumerable<XElement> Elements(string name)
    {
        using var zip = ZipFile.OpenRead(path);
        var nuspec = zip.Entries.Single(entry => entry.FullName.EndsWith(".nuspec", StringComparison.Ordinal)).FullName;
        return XDocument.Parse(Text(nuspec)).Descendants().Where(element => element.Name.LocalName == name);
    }
}
