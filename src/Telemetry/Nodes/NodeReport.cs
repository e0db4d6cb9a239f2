using System.Text.Json;
using System.Text.Json.Serialization;

namespace AkkaInstrumentation;

/// <summary>
/// What a node of a cluster reports about itself. It travels as JSON between versions of this library: a reader ignores fields that it does not know,
/// and fields that are missing are null.
/// </summary>
/// <param name="Page">What its dashboard shows; null without a dashboard, and when its dashboard answers nobody.</param>
/// <param name="Regions">Its shard regions.</param>
/// <param name="Singletons">The paths of the managers whose singletons run here.</param>
internal sealed record NodeReport(JsonElement? Page, IReadOnlyList<RegionReport>? Regions, IReadOnlyList<string>? Singletons);

/// <summary>The region of one entity type on one node.</summary>
/// <param name="Type">The entity type.</param>
/// <param name="Shards">Shards here.</param>
/// <param name="Entities">Entities in them.</param>
/// <param name="AgeSeconds">Since the region said so.</param>
/// <param name="Busiest">Those with most messages, and then those with most entities.</param>
internal sealed record RegionReport(string Type, long Shards, long Entities, double AgeSeconds, IReadOnlyList<ShardReport> Busiest);

/// <summary>One shard.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Entities">Entities in it.</param>
/// <param name="PerSecond">Messages that went through it; null when they are not counted.</param>
internal sealed record ShardReport(string Id, int Entities, double? PerSecond);

/// <summary>How it becomes JSON.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(NodeReport))]
internal sealed partial class NodeJson : JsonSerializerContext;
