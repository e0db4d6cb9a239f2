using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AkkaInstrumentation;

/// <summary>
/// A change on the other nodes, and what they say to it. Each makes it once, by its id, however often it is asked. It asks for a minute; after that,
/// the last answers stay. Any thread.
/// </summary>
internal sealed class AskedChange
{
    private static readonly TimeSpan Asks = TimeSpan.FromMinutes(1);

    private readonly long _begun = Stopwatch.GetTimestamp();
    private readonly string _question;
    private volatile IReadOnlyList<NodeSaid> _last = [];
    private volatile bool _hasEnded;

    /// <param name="who">Who asks, for the logs of the nodes.</param>
    /// <param name="change">What is to change; null where an earlier change is taken back.</param>
    /// <param name="undone">The id of that one.</param>
    /// <param name="from">This node, if it has made the change and will not answer that it has.</param>
    public AskedChange(string who, ChangeRequest? change, string? undone = null, string? from = null) => _question = NodeQuestions.Change(
        JsonSerializer.Serialize(new(Id, who, change, undone, from), NodeChangeJson.Default.NodeChange));

    private bool IsOver => _hasEnded || Stopwatch.GetElapsedTime(_begun) > Asks;

    public string Id { get; } = Guid.NewGuid().ToString("N");

    /// <summary>What the nodes have said when they were asked last.</summary>
    public IReadOnlyList<NodeSaid> Last => _last;

    /// <summary>Asks the nodes, and returns what they have said so far. This node is one of them.</summary>
    public IReadOnlyList<NodeSaid> Read(IClusterNodes? nodes) =>
        nodes is null || IsOver ? _last : _last = [.. nodes.Ask(_question).Select(Said)];

    /// <summary>Asks now and, until the minute is over, once a second: for callers that have no page that does so.</summary>
    public void Begin(IClusterNodes nodes)
    {
        TryRead(nodes);
        using var flow = ExecutionFlow.Suppress();
        Timer? timer = null;
        timer = new Timer(
            _ =>
            {
                TryRead(nodes);
                if (IsOver)
                {
                    timer?.Dispose();
                }
            },
            state: null, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1));
    }

    /// <summary>Asks no more.</summary>
    public void End() => _hasEnded = true;

    private void TryRead(IClusterNodes nodes) =>
        TelemetryFault.Guard(TelemetryFault.Remote, (Asked: this, nodes), static it => it.Asked.Read(it.nodes));

    private static NodeSaid Said(NodeAnswer answer)
    {
        var said = NodeAnswers.Read(answer.Content, NodeChangeJson.Default.NodeChangeAnswer);
        var text = said is not null ? said.Problem ?? string.Join("; ", said.Changes ?? [])
            : answer.State == "answers" ? "It knows no changes on all nodes." : "";
        return new(answer.Address, answer.State, text, said is { Problem: null });
    }
}

/// <summary>What one node says to a change.</summary>
/// <param name="Address">Its address.</param>
/// <param name="State">As <see cref="NodeAnswer.State"/>.</param>
/// <param name="Text">What it has changed, or why it has not; empty while it has not answered.</param>
/// <param name="IsMade">Whether it has made the change.</param>
internal sealed record NodeSaid(string Address, string State, string Text, bool IsMade);

/// <summary>The serialization to JSON.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(NodeChange))]
[JsonSerializable(typeof(NodeChangeAnswer))]
internal sealed partial class NodeChangeJson : JsonSerializerContext;
