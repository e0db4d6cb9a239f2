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
    public void Each_uses_only_layers_below_it() => Assert.Empty(Upwards(Source, Layers));

    [Fact]
    public void No_type_is_spread_over_folders() => Assert.Empty(Source.Spread);

    /// <summary>The check itself: what it must find is found, in one file each.</summary>
    [Theory]
    [InlineData("internal sealed class Below(Above above);")]
    [InlineData("internal static class Below { public static object Made => new Above(); }")]
    [InlineData("internal interface IBelow { List<Above> All { get; } }")]
    [InlineData("internal sealed class Below { private string _text = $\"{Above.Name}\"; private Above? _above; }")]
    public void A_use_of_a_layer_above_is_found(string below) => Assert.NotEmpty(Upwards(Two(below), ["Core/Upper", "Core/Lower"]));

    [Theory]
    [InlineData("// Above is mentioned\ninternal sealed class Below;")]
    [InlineData("internal sealed class Below { private string _text = \"Above\"; }")]
    [InlineData("internal sealed class Below;")]
    public void A_mention_is_no_use(string below) => Assert.Empty(Upwards(Two(below), ["Core/Upper", "Core/Lower"]));

    private static Rooms Two(string below) =>
        new([("Core/Upper/Above.cs", "internal sealed class Above { public const string Name = \"\"; private readonly Below _below; }"),
            ("Core/Lower/Below.cs", below)]);

    private static List<string> Upwards(Rooms rooms, List<string> layers) =>
        [.. rooms.Uses.Where(use => layers.IndexOf(use.Home) <= layers.IndexOf(use.User))
            .Select(use => $"{use.User} uses {use.Type} of {use.Home}").Distinct().Order()];
}
