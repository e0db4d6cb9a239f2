using System.Text.Json;
using Akka.Configuration;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// Changes of settings on all nodes of a cluster. The node on whose page a change is made asks the others, as dashboards ask each other. Each makes a
/// change once, by its id, however often it is asked; one that does not allow others to change its settings says so. Any thread.
/// </summary>
/// <param name="isAllowed">Whether other nodes may change settings here.</param>
/// <param name="made">The changes of this dashboard.</param>
/// <param name="control">The settings; null while there is no actor system.</param>
/// <param name="log">For each change.</param>
internal sealed class NodeChanges(bool isAllowed, MadeChanges made, Func<AkkaInstrumentationControl?> control, ILogger log)
{
    /// <summary>So many changes are known by their ids. An older one that comes again is made again.</summary>
    public const int MaxKept = 100;

    private const int MaxLength = 4_096;
    private const int MaxWho = 200;

    private static readonly NodeChangeAnswer NotAllowed = new(
        [], "It takes no changes from other nodes: ChangesFromOtherNodes in MapAkkaDashboard(...) allows them.");

    private readonly object _lock = new();
    private readonly Queue<string> _order = new();
    private readonly Dictionary<string, (NodeChangeAnswer Answer, int[] Made)> _known = [];

    /// <summary>Makes a change here, and asks the other nodes if the request says so.</summary>
    /// <returns>What was changed here.</returns>
    /// <exception cref="ConfigurationException">A value is not allowed.</exception>
    /// <exception cref="ArgumentException">The request is wrong.</exception>
    /// <exception cref="InvalidOperationException">It cannot be made, or not be taken back.</exception>
    public IReadOnlyList<string> Make(ChangeRequest change, string who, AkkaInstrumentationControl settings)
    {
        var undone = change.Undo is { } id ? made.Latest.FirstOrDefault(one => one.Id == id)?.OnNodes?.Id : null;
        if (change.Nodes is not null and not "all")
        {
            throw new ArgumentException("The nodes are all, or not named.");
        }

        object?[] kinds = [change.Ratio, change.Budget, change.TraceFully, change.DebugLines, change.Follow];
        if (change.Nodes == "all" && kinds.Count(one => one is not null) > 1)
        {
            throw new ArgumentException("On all nodes, change one thing at a time.");
        }

        if (change.Nodes is null && undone is null)
        {
            return new SettingsChange(settings, made, log).Make(change, who);
        }

        lock (_lock)
        {
            var own = Here(settings, change with { Nodes = null }, who);
            var onNodes = new AskedChange(who, undone is null ? change with { Nodes = null } : null, undone);
            Remember(onNodes.Id, own);
            foreach (var one in made.Latest.Where(one => own.Made.Contains(one.Id)))
            {
                one.OnNodes = onNodes;
            }

            onNodes.Read(settings.Extension.Insight.Nodes);
            return own.Answer.Changes;
        }
    }

    /// <summary>What this node answers to another one, or to itself. Never throws.</summary>
    public JsonElement AnswerTo(string json) => JsonSerializer.SerializeToElement(Answer(json), NodeChangeJson.Default.NodeChangeAnswer);

    private NodeChangeAnswer Answer(string json)
    {
        if (Read(json) is not { Id.Length: 32 } change)
        {
            return new([], "It does not understand the change.");
        }

        lock (_lock)
        {
            if (_known.TryGetValue(change.Id, out var known))
            {
                return known.Answer;
            }

            if (change.From is { } from && control()?.Extension.Insight.Nodes?.Read()?.Self == from)
            {
                return new(["It was made here."]);
            }

            if (!isAllowed)
            {
                return NotAllowed;
            }

            var done = Try(change);
            Remember(change.Id, done);
            return done.Answer;
        }
    }

    private (NodeChangeAnswer Answer, int[] Made) Try(NodeChange change)
    {
        try
        {
            var who = ForeignText.Clean(change.Who is { Length: <= MaxWho } name ? name : "somebody") + ", on all nodes";
            return control() is not { } settings ? (new([], "It has no actor system."), [])
                : change.Undo is { } undone ? TakeBack(settings, undone, who)
                : change.Change is { Undo: null } wanted ? Here(settings, wanted with { Nodes = null }, who)
                : (new([], "It does not understand the change."), []);
        }
        catch (Exception e) when (e is ConfigurationException or ArgumentException or InvalidOperationException)
        {
            return (new([], e.Message), []);
        }
    }

    private (NodeChangeAnswer Answer, int[] Made) TakeBack(AkkaInstrumentationControl settings, string undone, string who)
    {
        if (!_known.TryGetValue(undone, out var known) || known.Made.Length == 0)
        {
            // Where the change itself is late, it is not made any more.
            (NodeChangeAnswer Answer, int[] Made) nothing = (new([], "It has not made this change."), []);
            Remember(undone, nothing);
            return nothing;
        }

        List<string> changes = [];
        foreach (var id in known.Made)
        {
            changes.AddRange(Here(settings, new ChangeRequest(Undo: id), who).Answer.Changes);
        }

        return (new(changes), []);
    }

    private (NodeChangeAnswer Answer, int[] Made) Here(AkkaInstrumentationControl settings, ChangeRequest change, string who)
    {
        var before = made.Latest.Select(one => one.Id).FirstOrDefault();
        var changes = new SettingsChange(settings, made, log).Make(change, who);
        return (new(changes), [.. made.Latest.Where(one => one.Id > before).Select(one => one.Id)]);
    }

    private void Remember(string id, (NodeChangeAnswer Answer, int[] Made) done)
    {
        if (!_known.ContainsKey(id))
        {
            _order.Enqueue(id);
        }

        _known[id] = done;
        if (_order.Count > MaxKept)
        {
            _known.Remove(_order.Dequeue());
        }
    }

    private static NodeChange? Read(string json)
    {
        try
        {
            return json.Length <= MaxLength ? JsonSerializer.Deserialize(json, NodeChangeJson.Default.NodeChange) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
