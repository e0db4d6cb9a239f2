using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A cache of values by type that can be computed again, with bounded memory: when it is full, it is
/// cleared. For a type whose assembly can be unloaded, the value is attached to the type and does not keep it alive;
/// that is slower. Any thread. A known value is found without a lock and without allocation.
/// </summary>
/// <param name="make">Makes an unknown value. If two threads make one at once, one of the two is kept.</param>
/// <param name="max">Maximum number of types.</param>
internal sealed class TypeCache<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] TValue>(Func<Type, TValue> make, int max = 4_096)
    where TValue : class
{
    private readonly ConcurrentDictionary<Type, TValue> _lasting = new(concurrencyLevel: 1, capacity: 4);
    private readonly ConditionalWeakTable<Type, TValue> _collectible = [];

    public TValue For(Type type) => _lasting.TryGetValue(type, out var known) || (type.IsCollectible && _collectible.TryGetValue(type, out known)) ? known : Add(type);

    private TValue Add(Type type)
    {
        var made = make(type);
        if (type.IsCollectible)
        {
            return _collectible.GetValue(type, _ => made);
        }

        // A race of two threads may clear it twice, which is harmless.
        if (_lasting.Count >= max)
        {
            _lasting.Clear();
        }

        return _lasting.GetOrAdd(type, made);
    }
}
