namespace Akka.Remote;

/// <summary>What this node can reach. Here only the cluster writes it.</summary>
public class DefaultFailureDetectorRegistry<T>
    where T : notnull
{
    private readonly System.Collections.Concurrent.ConcurrentDictionary<T, bool> _failed = new();

    public bool IsAvailable(T resource) => !_failed.ContainsKey(resource);

    public void Remove(T resource) => _failed.TryRemove(resource, out _);

    internal void Fail(T resource) => _failed[resource] = true;
}
