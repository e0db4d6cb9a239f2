using YamlDotNet.RepresentationModel;

namespace AkkaInstrumentation.Tests;

/// <summary>The names on the wire as machines read them: docs/registry, in the YAML model of OpenTelemetry's semantic conventions.</summary>
internal static class Registry
{
    private const string Folder = "docs/registry/";

    /// <summary>All groups, by id.</summary>
    public static IReadOnlyDictionary<string, Group> Groups { get; } = Directory.GetFiles(Repo.PathOf(Folder), "*.yaml")
        .Select(Path.GetFileName).Where(file => file != "manifest.yaml").Order(StringComparer.Ordinal)
        .SelectMany(file => Nodes(Load(file!), "groups"))
        .Select(group => new Group(group))
        .ToDictionary(group => group.Id);

    /// <summary>The attributes that are defined.</summary>
    public static IReadOnlyDictionary<string, Definition> Attributes { get; } = Groups.Values
        .SelectMany(group => Nodes(group.Node, "attributes"))
        .Where(attribute => Text(attribute, "id") is not null)
        .ToDictionary(attribute => Text(attribute, "id")!, attribute => new Definition(
            Text(attribute, "brief")!, Text(attribute, "stability"), Text(attribute, "type"),
            attribute.Children.TryGetValue("type", out var type) && type is YamlMappingNode closed
                ? [.. Nodes(closed, "members").Select(member => (Text(member, "id")!, Text(member, "value")!))] : []));

    public static YamlMappingNode Manifest { get; } = Load("manifest.yaml");

    public static IEnumerable<Group> Of(string type) => Groups.Values.Where(group => group.Type == type);

    public static string? Text(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(key, out var value) && value is YamlScalarNode scalar ? scalar.Value : null;

    private static IEnumerable<YamlMappingNode> Nodes(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(key, out var value) ? ((YamlSequenceNode)value).Cast<YamlMappingNode>() : [];

    private static YamlMappingNode Load(string file)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(Repo.Read(Folder + file)));
        return (YamlMappingNode)stream.Documents.Single().RootNode;
    }

    /// <param name="Type">Null for an attribute with a closed set of values.</param>
    /// <param name="Members">These values, each with its id.</param>
    public sealed record Definition(string Brief, string? Stability, string? Type, IReadOnlyList<(string Id, string Value)> Members);

    /// <param name="IsRequired">Whether each data point, span or event has it.</param>
    public sealed record Reference(string Name, bool IsRequired);

    public sealed class Group(YamlMappingNode node)
    {
        public YamlMappingNode Node => node;

        public string Id => Text(node, "id")!;

        public string? Type => Text(node, "type");

        public string? this[string key] => Text(node, key);

        public IEnumerable<string> Keys => node.Children.Keys.Select(key => ((YamlScalarNode)key).Value!);

        /// <summary>What it refers to, by way of the groups that it extends too.</summary>
        public IEnumerable<Reference> Attributes =>
            (this["extends"] is { } below ? Groups[below].Attributes : [])
            .Concat(Nodes(node, "attributes").Where(attribute => Text(attribute, "ref") is not null)
                .Select(attribute => new Reference(Text(attribute, "ref")!, Text(attribute, "requirement_level") == "required")));
    }
}
