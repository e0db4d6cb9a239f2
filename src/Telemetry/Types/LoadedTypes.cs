using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>Finds a type by a name that a user wrote: for <c>Explain</c>, never for messages.</summary>
internal static class LoadedTypes
{
    /// <summary>The trimmer's warning to callers that look up a type by name.</summary>
    public const string Trimmed = "A type that the trimmer has removed, or never knew, is not found by its name. Give the type.";

    /// <exception cref="ArgumentException">No loaded type has the name, or several have.</exception>
    [RequiresUnreferencedCode(Trimmed)]
    public static Type Named(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        var found = AppDomain.CurrentDomain.GetAssemblies()
            .SelectMany(Types)
            .Where(candidate => name.Contains(candidate.Name, StringComparison.Ordinal) && TypeTexts.Names(candidate).Contains(name))
            .ToList();
        return found switch
        {
            [var one] => one,
            [] => throw new ArgumentException($"No loaded type is named {name}.", nameof(name)),
            _ when found.Where(candidate => candidate.FullName == name).ToList() is [var exact] => exact,
            _ => throw new ArgumentException($"Several types are named {name}: {string.Join(", ", found.Select(candidate => candidate.FullName).Order(StringComparer.Ordinal).Take(10))}.", nameof(name)),
        };
    }

    [RequiresUnreferencedCode(Trimmed)]
    private static IEnumerable<Type> Types(Assembly assembly)
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
