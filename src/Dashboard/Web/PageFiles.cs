using System.Collections.Frozen;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// The page and its files. They are embedded in this assembly and found by their exact names, so a request reaches no file system. The address of
/// the files contains a hash of them all: browsers keep them forever, and a new version of the package has new addresses.
/// </summary>
internal sealed class PageFiles
{
    private const string Folder = "page/";
    private const string Index = "index.html";

    /// <summary>The views, by their names in the page's address.</summary>
    public static readonly string[] Views =
        ["overview", "map", "traces", "type", "actors", "mailboxes", "threads", "timeline", "failures", "lost", "logs", "cluster", "settings"];

    private readonly FrozenDictionary<string, PageFile> _files;

    private PageFiles()
    {
        var assembly = typeof(PageFiles).Assembly;
        var files = new Dictionary<string, PageFile>();
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var resource in assembly.GetManifestResourceNames()
            .Where(name => name.StartsWith(Folder, StringComparison.Ordinal)).Order(StringComparer.Ordinal))
        {
            using var stream = assembly.GetManifestResourceStream(resource)!;
            using var content = new MemoryStream();
            stream.CopyTo(content);
            // The build writes the folder separators of the machine.
            var name = resource[Folder.Length..].Replace('\\', '/');
            files.Add(name, new(TypeOf(name), content.ToArray()));
            hash.AppendData(Encoding.UTF8.GetBytes(name));
            hash.AppendData(content.ToArray());
        }

        Version = Convert.ToHexString(hash.GetHashAndReset())[..16];
        Page = files[Index] with
        {
            Content = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(files[Index].Content)
            .Replace("{version}", Version, StringComparison.Ordinal))
        };
        files.Remove(Index);
        _files = files.ToFrozenDictionary();
    }

    /// <summary>Read once, at the first request.</summary>
    public static PageFiles All { get; } = new();

    /// <summary>The hash.</summary>
    public string Version { get; }

    public PageFile Page { get; }

    public IEnumerable<string> Names => _files.Keys;

    public PageFile? Find(string? version, string? name) => version == Version && name is not null ? _files.GetValueOrDefault(name) : null;

    private static string TypeOf(string name) => System.IO.Path.GetExtension(name) switch
    {
        ".html" => "text/html; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        ".svg" => "image/svg+xml",
        var other => throw new InvalidOperationException($"What type is {other}?"),
    };
}

/// <summary>One file.</summary>
internal sealed record PageFile(string Type, byte[] Content)
{
    /// <summary>The content compressed by gzip, for browsers that accept it. Created at the first request of each file.</summary>
    public byte[] Compressed => field ??= Compress(Content);

    private static byte[] Compress(byte[] content)
    {
        using var stream = new MemoryStream();
        using (var gzip = new GZipStream(stream, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(content);
        }

        return stream.ToArray();
    }
}
