using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AkkaInstrumentation;

/// <summary>The cluster of an actor system, for the dashboard. The package for clusters implements it. Any thread.</summary>
internal interface IClusterNodes
{
    /// <summary>Whether the actor system has Akka's extension for clusters. A node has it before it joins.</summary>
    bool HasCluster => Read() is not null;

    /// <summary>The cluster as this node sees it now; null while it belongs to none.</summary>
    ClusterReport? Read();

    /// <summary>
    /// Asks all nodes, including this one, unless they were asked just before. Does not wait: it returns the last answers, including those of nodes
    /// that have left since.
    /// </summary>
    /// <param name="question">One of <see cref="NodeQuestions"/>.</param>
    IReadOnlyList<NodeAnswer> Ask(string question);

    /// <summary>
    /// Tells all other nodes something. Best effort: a node that is not reachable does not learn it, and one that has not been met learns the
    /// latest once it has been. Returns the number of the news; 0 if nobody is told.
    /// </summary>
    int Tell(string news) => 0;

    /// <summary>The addresses of the other nodes that have not confirmed the latest news with this number. Of older ones, each node.</summary>
    IReadOnlyList<string> Unconfirmed(int news) => [];
}

/// <summary>The data that the dashboard of a node shows to the other nodes of its cluster. Any thread.</summary>
internal interface INodePage
{
    /// <summary>Returns the answer; null when there is nothing to show.</summary>
    /// <param name="question">One of <see cref="NodeQuestions"/>.</param>
    JsonElement? AnswerTo(string question);
}

/// <summary>The messages between this node and others. The package for Akka.Remote implements it. Any thread.</summary>
internal interface INodeTraffic
{
    /// <summary>The figures of all message types so far, in both directions.</summary>
    IEnumerable<WireFigures> Read();
}

/// <summary>Messages of one type in one direction, since metrics were first collected. The figures are estimates from a sample.</summary>
/// <param name="Message">Readable name of the type.</param>
/// <param name="Direction"><c>transmit</c> or <c>receive</c>.</param>
/// <param name="Messages">Messages.</param>
/// <param name="Bytes">The bytes that their serializers wrote or read.</param>
/// <param name="Seconds">The time that the serializers took.</param>
/// <param name="Large">Sent messages above half of the transport's largest frame.</param>
internal sealed record WireFigures(string Message, string Direction, long Messages, long Bytes, double Seconds, long Large);

/// <summary>The messages that the shard regions of this node keep until the home of a shard is known. The package for clusters implements it. Any
/// thread.</summary>
internal interface IShardBuffers
{
    /// <summary>The entity types of which messages are kept now.</summary>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    IReadOnlyList<ShardBuffer> Read(long now);
}

/// <summary>The messages to the entities of one type that a region keeps.</summary>
/// <param name="Type">The entity type.</param>
/// <param name="Messages">How many there are.</param>
/// <param name="OldestSeconds">Time since the region got the oldest of them.</param>
/// <param name="Message">Readable name of the message type that occurs most.</param>
internal sealed record ShardBuffer(string Type, int Messages, double OldestSeconds, string Message);

/// <summary>The questions that nodes ask each other.</summary>
internal static class NodeQuestions
{
    /// <summary>The answer is a <see cref="NodeReport"/>.</summary>
    public const string Report = "report";

    /// <summary>
    /// The longest answer in characters, which are as many bytes: the JSON is ASCII. Akka.Remote drops messages above 128,000 bytes, unless it is
    /// configured otherwise.
    /// </summary>
    public const int LongestAnswer = 64_000;

    private const string OfTrace = "trace ";
    private const string OfFlow = "flow ";
    private const string OfChange = "change ";

    /// <summary>A question for the spans of a trace that a node has.</summary>
    public static string Trace(string id) => OfTrace + id;

    /// <summary>A question for the flows of the last seconds. The answer is an <see cref="AkkaFlowMap"/>.</summary>
    public static string Flow(int seconds) => string.Create(CultureInfo.InvariantCulture, $"{OfFlow}{seconds}");

    /// <summary>The number of seconds in a question for flows; null for another question.</summary>
    public static int? FlowIn(string question) =>
        question.StartsWith(OfFlow, StringComparison.Ordinal) && int.TryParse(question[OfFlow.Length..], NumberStyles.None,
            CultureInfo.InvariantCulture, out var seconds) && seconds is > 0 and <= 3_600
            ? seconds
            : null;

    /// <summary>
    /// A change of settings, which a node makes once, and only if it allows others to ask for it. The answer is what it has changed.
    /// </summary>
    /// <param name="json">The change, with an id of its own.</param>
    public static string Change(string json) => OfChange + json;

    /// <summary>The change that is asked for; null for another question.</summary>
    public static string? ChangeIn(string question) => question.StartsWith(OfChange, StringComparison.Ordinal) ? question[OfChange.Length..] : null;

    /// <summary>The trace id in a question for a trace; null for another question.</summary>
    public static string? TraceIn(string question) => question.StartsWith(OfTrace, StringComparison.Ordinal) ? question[OfTrace.Length..] : null;
}

/// <summary>The last answer of a node.</summary>
/// <param name="Address">Its address.</param>
/// <param name="State">
/// <c>answers</c>; <c>asked</c> before its first answer; <c>silent</c> when it has not answered for a while; <c>unreachable</c>, which is not asked;
/// <c>gone</c> when it is no member any more; <c>without</c> the package; <c>other_version</c> when it does not know the question.
/// </param>
/// <param name="Content">Null before its first answer, and when it has nothing to show.</param>
/// <param name="AgeSeconds">Time since its last answer; null before its first answer.</param>
internal sealed record NodeAnswer(string Address, string State, JsonElement? Content, double? AgeSeconds);

/// <summary>A cluster as one node sees it.</summary>
/// <param name="Self">The node's own address.</param>
/// <param name="Members">The oldest first.</param>
internal sealed record ClusterReport(string Self, IReadOnlyList<ClusterMember> Members);

/// <summary>One member.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Status">As in the metrics.</param>
/// <param name="Roles">Its roles.</param>
/// <param name="AppVersion">The version of the application that its configuration names.</param>
/// <param name="Age">Its position by age: 1 for the oldest member; null before it is up.</param>
/// <param name="IsLeader">Whether it is the leader.</param>
/// <param name="IsReachable">False when some node cannot reach it.</param>
internal sealed record ClusterMember(
    string Address, string Status, IReadOnlyList<string> Roles, string AppVersion, int? Age, bool IsLeader, bool IsReachable)
{
    /// <summary>For how long at least one node has been unable to reach it, as far as this node knows; null when it is reachable.</summary>
    public double? UnreachableSeconds { get; init; }

    /// <summary>Time since its last heartbeat; null when this node does not watch it.</summary>
    public double? HeartbeatSeconds { get; init; }

    /// <summary>Whether its next heartbeat is late, by more than half of the delay that makes it unreachable.</summary>
    public bool IsLate { get; init; }
}

/// <summary>
/// The report of a cluster node about itself. It is sent as JSON between versions of this library: a reader ignores fields that it does not know, and
/// missing fields are null.
/// </summary>
/// <param name="Page">The data that its dashboard shows; null without a dashboard, and when the dashboard is not open to anyone.</param>
/// <param name="Regions">Its shard regions.</param>
/// <param name="Singletons">The paths of the managers whose singletons run here.</param>
internal sealed record NodeReport(JsonElement? Page, IReadOnlyList<RegionReport>? Regions, IReadOnlyList<string>? Singletons);

/// <summary>The region of one entity type on one node.</summary>
/// <param name="Type">The entity type.</param>
/// <param name="Shards">Shards here.</param>
/// <param name="Entities">Entities in them.</param>
/// <param name="AgeSeconds">Time since the region's last answer.</param>
/// <param name="Busiest">The shards with most messages, and then those with most entities.</param>
internal sealed record RegionReport(string Type, long Shards, long Entities, double AgeSeconds, IReadOnlyList<ShardReport> Busiest)
{
    /// <summary>Messages that it keeps until the home of their shard is known.</summary>
    public int Kept { get; init; }
}

/// <summary>One shard.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Entities">Entities in it.</param>
/// <param name="PerSecond">Messages that went through it; null when they are not counted.</param>
internal sealed record ShardReport(string Id, int Entities, double? PerSecond);

/// <summary>The serialization to JSON.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(NodeReport))]
internal sealed partial class NodeJson : JsonSerializerContext;
