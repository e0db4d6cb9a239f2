using System.Collections;
using System.Collections.Concurrent;
using Akka.Actor;

namespace Akka.Hosting;

/// <summary>The registry of a system. Any thread may use it.</summary>
public class ActorRegistry : IActorRegistry, IExtension
{
    // Completed once registered; until then it stands for those who wait.
    private readonly ConcurrentDictionary<Type, TaskCompletionSource<IActorRef>> _entries = new();
    private readonly object _registering = new();

    public static ActorRegistry For(ActorSystem actorSystem) => actorSystem.WithExtension<ActorRegistry, ActorRegistryExtension>();

    public void Register<TKey>(IActorRef actor, bool overwrite = false)
    {
        ArgumentNullException.ThrowIfNull(actor);
        if (!TryRegister<TKey>(actor, overwrite))
        {
            throw new DuplicateActorRegistryException($"{typeof(TKey)} has an actor already; overwrite it or take another key");
        }
    }

    public bool TryRegister<TKey>(IActorRef actor, bool overwrite = false) => TryRegister(typeof(TKey), actor, overwrite);

    public bool TryRegister(Type key, IActorRef actor, bool overwrite = false)
    {
        if (actor is null)
        {
            return false;
        }

        lock (_registering)
        {
            var entry = EntryOf(key);
            if (entry.TrySetResult(actor))
            {
                return true;
            }

            if (overwrite)
            {
                var replacement = NewEntry(key);
                replacement.SetResult(actor);
                _entries[key] = replacement;
            }

            return overwrite;
        }
    }

    public bool TryGet<TKey>(out IActorRef actor) => TryGet(typeof(TKey), out actor);

    public bool TryGet(Type key, out IActorRef actor)
    {
        var found = _entries.TryGetValue(key, out var entry) && entry.Task.IsCompleted;
        actor = found ? entry!.Task.Result : ActorRefs.Nobody;
        return found;
    }

    public Task<IActorRef> GetAsync<TKey>(CancellationToken ct = default) => GetAsync(typeof(TKey), ct);

    public Task<IActorRef> GetAsync(Type key, CancellationToken ct = default) => EntryOf(key).Task.WaitAsync(ct);

    public IEnumerator<KeyValuePair<Type, IActorRef>> GetEnumerator() => _entries
        .Where(e => e.Value.Task.IsCompleted)
        .Select(e => KeyValuePair.Create(e.Key, e.Value.Task.Result))
        .GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private TaskCompletionSource<IActorRef> EntryOf(Type key) => _entries.GetOrAdd(key, NewEntry);

    private static TaskCompletionSource<IActorRef> NewEntry(Type key) => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
