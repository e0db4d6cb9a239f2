using System.Security.Cryptography;
using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>The latest news of this node, and which nodes have confirmed them. Guarded by the lock of <see cref="NodesAsked"/>.</summary>
internal sealed class ToldNews
{
    /// <summary>This many are known. A confirmation that comes later than this is not counted.</summary>
    public const int MaxKept = 64;

    private readonly Queue<(int Number, HashSet<UniqueAddress> Heard)> _latest = new();

    /// <summary>Returns the number of the next ones, which is never 0. Only nodes that get them know it.</summary>
    public int Begin()
    {
        var number = RandomNumberGenerator.GetInt32(1, int.MaxValue);
        _latest.Enqueue((number, []));
        if (_latest.Count > MaxKept)
        {
            _latest.Dequeue();
        }

        return number;
    }

    /// <summary>Returns false if this is not the number of one of the latest.</summary>
    public bool Confirm(int number, UniqueAddress node)
    {
        if (Find(number) is not { } heard)
        {
            return false;
        }

        heard.Add(node);
        return true;
    }

    /// <summary>The addresses of those nodes that have not confirmed.</summary>
    public IReadOnlyList<string> Unconfirmed(int number, IEnumerable<UniqueAddress> nodes)
    {
        var heard = Find(number);
        return [.. nodes.Where(node => heard?.Contains(node) != true).Select(node => node.Address.ToString())];
    }

    private HashSet<UniqueAddress>? Find(int number) => _latest.FirstOrDefault(news => news.Number == number).Heard;
}
