namespace AkkaInstrumentation.Tests.Layers;

/// <summary>The layers of <c>src/</c> are those of docs/architecture.md, and each uses only what stands below it there.</summary>
public sealed class LayersSpec
{
    private const string Root = "src/";

    private static readonly Rooms Source = new(
        Directory.GetFiles(Repo.PathOf(Root), "*.cs", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Repo.PathOf(Root), file).Replace('\\', '/'))
            .Select(path => (path, Repo.Read(Root + path))));

    // from the top of the table to its end
    private static readonly List<string> Layers =
        [.. Markdown.Table("docs/architecture.md", "## Layers").Select(row => row["layer"].Trim((char)96))];

    [Fact]
    public void Every_folder_is_a_layer_and_every_layer_a_folder() => Assert.Equal(Source.All.Order(), Layers.Order());

    [Fact]
    public void Each_uses_only_layers_below_it()
    {
        Assert.NotEmpty(Source.Uses);
        Assert.Empty(Source.Uses.Where(use => Layers.IndexOf(use.Home) <= Layers.IndexOf(use.User))
            .Select(use => $"{use.User} uses {use.Type} of {use.Home}").Distinct());
    }

    [Fact]
    public void No_type_is_spread_over_folders() => Assert.Empty(Source.Spread);
}
