using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>Finds loaded types by names that a user wrote. Any thread.</summary>
internal static class LoadedTypes
{
    /// <summary>The trimmer's warning to callers of <see cref="Find"/>.</summary>
    public const string Trimmed = "A type that the trimmer has removed, or never knew, is not found by its name. Give the type.";

    // At most this number of types with one name is examined.
    private const int MaxOfOneName = 100;

    // Sorted hashes of the simple names in an assembly: four bytes a type. All types of an assembly are read once, and later only if one of them may
    // have the name. Two threads may read them at once, with the same result.
    private static readonly ConditionalWeakTable<Assembly, int[]> Simple = new();

    /// <summary>A loaded type by a name that a rule has; null for none or several.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "A type that was trimmed away is not found, and a rule about its members is not checked then.")]
    public static Type? TryFind(string name)
    {
        try
        {
            return NamedTypes.TryFind(name) ?? Find(name);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>A loaded type by a name that a user wrote: for <c>Explain</c>, never for messages.</summary>
    /// <exception cref="ArgumentException">No loaded type has the name, or several have.</exception>
    [RequiresUnreferencedCode(Trimmed)]
    public static Type Find(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        var assemblies = AppDomain.CurrentDomain.GetAssemblies();
        if (Exact(assemblies, name) is [var only])
        {
            return only;
        }

        var simple = name[(name.LastIndexOfAny(['.', '+']) + 1)..];
        var found = assemblies
            .Where(assembly => MayHave(assembly, simple.GetHashCode(StringComparison.Ordinal)))
            .SelectMany(TypesIn)
            .Where(candidate => candidate.Name == simple && TypeTexts.Names(candidate).Contains(name))
            .Take(MaxOfOneName)
            .ToList();
        return found switch
        {
            [var one] => one,
            [] => throw new ArgumentException($"No loaded type is named {name}.", nameof(name)),
            _ => throw new ArgumentException($"Several types are named {name}: "
                + $"{string.Join(", ", found.Select(candidate => candidate.FullName).Order(StringComparer.Ordinal).Take(10))}.", nameof(name)),
        };
    }

    // Types with the full name, as .NET writes it. A name with an assembly or with type arguments would load assemblies.
    [RequiresUnreferencedCode(Trimmed)]
    private static Type[] Exact(Assembly[] assemblies, string name)
    {
        try
        {
            return name.AsSpan().ContainsAny(",[") ? [] : [.. assemblies.Select(assembly => assembly.GetType(name)).OfType<Type>()];
        }
        catch (Exception e) when (e is ArgumentException or IOException or BadImageFormatException or TypeLoadException)
        {
            return [];
        }
    }

    // A dynamic assembly can get more types.
    [RequiresUnreferencedCode(Trimmed)]
    private static bool MayHave(Assembly assembly, int hash) => assembly.IsDynamic || Array.BinarySearch(
        Simple.GetValue(assembly, static it => [.. TypesIn(it).Select(type => type.Name.GetHashCode(StringComparison.Ordinal)).Order()]), hash) >= 0;

    [RequiresUnreferencedCode(Trimmed)]
    private static IEnumerable<Type> TypesIn(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return e.Types.OfType<Type>();
        }
    }
}
