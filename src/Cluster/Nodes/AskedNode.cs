using System.Text.Json;
using Akka.Actor;
using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>One node of the cluster: whether it can answer, and its last answers. Guarded by the lock of <see cref="NodesAsked"/>.</summary>
internal sealed class AskedNode(UniqueAddress id)
{
    private readonly Dictionary<string, NodeContent> _answers = [];

    /// <summary>Another process may come back at the same address.</summary>
    public UniqueAddress Id { get; private set; } = id;

    /// <summary>The actor that answers there; null before it is known.</summary>
    public IActorRef? Answering { get; set; }

    /// <summary>Whether the node has answered that it has no such actor.</summary>
    public bool IsWithout { get; set; }

    /// <summary>Whether it does not know the questions of this version.</summary>
    public bool IsOtherVersion { get; set; }

    /// <summary>When the node was asked for its actor, in ticks of the stopwatch; 0 for never.</summary>
    public long IdentifiedAt { get; set; }

    /// <summary>The time of the first question since its last answer; 0 when it has answered.</summary>
    public long SilentSince { get; set; }

    /// <summary>The number of answers since the last question that match none of this node's questions.</summary>
    public int Guesses { get; set; }

    /// <summary>When it was last a member.</summary>
    public long SeenAt { get; set; }

    /// <summary>The latest unanswered questions, by their text.</summary>
    public Dictionary<string, (int Number, long At)> Open { get; } = [];

    /// <summary>What it is told once it is known, the latest, as it is sent; null for nothing.</summary>
    public string? News { get; set; }

    /// <summary>Another process is at this address. The answers of the previous one stay until this one answers.</summary>
    public void Became(UniqueAddress id)
    {
        (Id, Answering, IsWithout, IsOtherVersion, IdentifiedAt, SilentSince) = (id, null, false, false, 0, 0);
        Open.Clear();
    }

    /// <summary>The size of its answers, in characters.</summary>
    public int Kept => _answers.Values.Sum(answer => answer.Length);

    public NodeContent? Of(string question) => _answers.GetValueOrDefault(question);

    public void Keep(string question, NodeContent content) => _answers[question] = content;

    public void Forget(string question)
    {
        _answers.Remove(question);
        Open.Remove(question);
    }

    /// <param name="Value">Null when there was nothing to show.</param>
    /// <param name="At">When it arrived, in ticks of the stopwatch.</param>
    /// <param name="Length">Its length as a text.</param>
    public sealed record NodeContent(JsonElement? Value, long At, int Length);
}
