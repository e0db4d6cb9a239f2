using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// What has been found out about types and can be found out again, so that memory is bounded: when there are as many as it may keep, it
/// forgets them all and begins anew. Of a type whose assembly can be unloaded it is kept beside the type, which it does not keep alive;
/// that is slower. Any thread; what is known is found without a lock and without allocation.
/// </summary>
/// <param name="most">How many types are remembered.</param>
internal sealed class TypeCache<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] TValue>(int most = TypeCache<TValue>.Most)
    where TValue : class
{
    private const int Most = 4_096;

    // made when there is a first type of its kind: most caches have few types or none, and hardly any has both kinds
    private ConcurrentDictionary<Type, TValue>? _lasting;
    private ConditionalWeakTable<Type, TValue>? _collectible;
    private int _added;

    /// <param name="type">The type.</param>
    /// <param name="make">Makes what is not known; of two threads at once one's is kept.</param>
    /// <param name="argument">Given to <paramref name="make"/>.</param>
    public TValue GetOrAdd<TArgument>(Type type, Func<Type, TArgument, TValue> make, TArgument argument) =>
        Volatile.Read(ref _lasting)?.TryGetValue(type, out var known) == true ? known : GetOrAddCore(type, make, argument);

    private TValue GetOrAddCore<TArgument>(Type type, Func<Type, TArgument, TValue> make, TArgument argument)
    {
        if (type.IsCollectible)
        {
            var collectible = LazyInitializer.EnsureInitialized(ref _collectible, static () => []);
            if (!collectible.TryGetValue(type, out var known))
            {
                var made = make(type, argument);
                MakeRoom();
                known = collectible.GetValue(type, _ => made);
            }

            return known;
        }

        var lasting = LazyInitializer.EnsureInitialized(ref _lasting, static () => new());
        var added = make(type, argument);
        MakeRoom();
        return lasting.GetOrAdd(type, added);
    }

    // A count that two threads get wrong by a few is as good.
    private void MakeRoom()
    {
        if (Interlocked.Increment(ref _added) > most)
        {
            Volatile.Write(ref _added, 1);
            Volatile.Read(ref _lasting)?.Clear();
            Volatile.Read(ref _collectible)?.Clear();
        }
    }
}
