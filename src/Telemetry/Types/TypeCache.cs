using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A cache of values by type that can be computed again, with bounded memory: when it is full, it is
/// cleared. For a type whose assembly can be unloaded, the value is attached to the type and does not keep it alive;
/// that is slower. Any thread. A known value is found without a lock and without allocation.
/// </summary>
/// <param name="max">Maximum number of types.</param>
internal sealed class TypeCache<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] TValue>(int max = TypeCache<TValue>.Max)
    where TValue : class
{
    private const int Max = 4_096;

    // Created for the first type of its kind. Most caches have few types or none, and hardly any cache has both kinds.
    private ConcurrentDictionary<Type, TValue>? _lasting;
    private ConditionalWeakTable<Type, TValue>? _collectible;
    private int _added;

    /// <param name="type">The type.</param>
    /// <param name="make">Makes an unknown value. If two threads make one at once, one of the two is kept.</param>
    /// <param name="argument">Passed to <paramref name="make"/>.</param>
    public TValue GetOrAdd<TArgument>(Type type, Func<Type, TArgument, TValue> make, TArgument argument) =>
        Volatile.Read(ref _lasting)?.TryGetValue(type, out var known) == true ? known : GetOrAddCore(type, make, argument);

    /// <summary>The same without an argument.</summary>
    public TValue GetOrAdd(Type type, Func<Type, TValue> make) =>
        Volatile.Read(ref _lasting)?.TryGetValue(type, out var known) == true ? known : GetOrAddCore(type, static (type, make) => make(type), make);

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

    // A race of two threads may make the count wrong by a few, which is harmless.
    private void MakeRoom()
    {
        if (Interlocked.Increment(ref _added) > max)
        {
            Volatile.Write(ref _added, 1);
            Volatile.Read(ref _lasting)?.Clear();
            Volatile.Read(ref _collectible)?.Clear();
        }
    }
}
