using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Queries about types that no code names. Their results may differ in a trimmed program. docs/configuration.md, Trimming and native AOT, explains
/// what to keep.
/// </summary>
internal static class NamedTypes
{
    /// <summary>The trimmer's warning to callers of <see cref="Loaded"/>.</summary>
    public const string Trimmed = "A type that the trimmer has removed, or never knew, is not found by its name. Give the type.";

    // At most this number of types with one name is examined.
    private const int MaxOfOneName = 100;

    // Sorted hashes of the simple names in an assembly: four bytes a type. All types of an assembly are read once, and later only if one of them may
    // have the name. Two threads may read them at once, with the same result.
    private static readonly ConditionalWeakTable<Assembly, int[]> Simple = new();

    private const DynamicallyAccessedMemberTypes Needed =
        DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.Interfaces;

    /// <summary>The type that a configuration names, with its assembly. Null when there is none.</summary>
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2057",
        Justification = "The trimmer cannot read a configuration: whoever names a type there must keep it, as for the types that Akka makes by "
            + "name. One that was removed is reported at the start like one that never was.")]
    [return: DynamicallyAccessedMembers(Needed)]
    public static Type? Find(string name) => Type.GetType(name);

    /// <summary>As <see cref="Find"/>; null also for a name or an assembly that the runtime cannot read.</summary>
    public static Type? TryFind(string name)
    {
        try
        {
            return Find(name);
        }
        catch (Exception e) when (e is ArgumentException or IOException or BadImageFormatException or TypeLoadException)
        {
            return null;
        }
    }

    /// <summary>The interfaces of the type of an actor, a message or a mailbox. No signature can name these types.</summary>
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2070",
        Justification = "The trimmer takes an interface off a type if no code that it keeps refers to the interface. Akka's that are asked for "
            + "are referred to here; of others a rule or a marker on one is not seen then, and nothing else depends on them.")]
    public static Type[] InterfacesOf(Type type) => type.GetInterfaces();

    /// <summary>
    /// Returns the getter of a public property of a message of Akka's plug-ins, which the library does not reference; null when it has none of these
    /// names. .NET compiles it when it has been used twice. Look it up once for each type.
    /// </summary>
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2070",
        Justification = "In a trimmed program a property that Akka itself does not read may be missing. What infrastructure sends then is in no "
            + "trace, and the trace goes through a journal as far as the journal passes it on.")]
    public static MethodInvoker? Getter(Type type, params string[] names) =>
        Array.Find(type.GetProperties(BindingFlags.Public | BindingFlags.Instance), property => names.Contains(property.Name)
            && property.GetIndexParameters().Length == 0)
            ?.GetMethod is { } getter ? MethodInvoker.Create(getter) : null;

    /// <summary>The public properties that can be read, and the public fields, of a message's type.</summary>
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2070",
        Justification = "A member that a trimmed program does not read may be missing, and its attribute with it: spans then do not show it.")]
    public static IEnumerable<MemberInfo> MembersOf(Type type) =>
        type.GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(property => property.CanRead && property.GetIndexParameters().Length == 0)
            .Concat<MemberInfo>(type.GetFields(BindingFlags.Public | BindingFlags.Instance));

    /// <summary>Reads a property; null when there is none. Never throws.</summary>
    public static object? Read(MethodInvoker? getter, object from) => getter is null ? null
        : TelemetryFault.GuardValue(TelemetryFault.Content, (getter, from), static it => it.getter.Invoke(it.from), null);

    /// <summary>A loaded type by a name that a rule has; null for none or several.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "A type that was trimmed away is not found, and a rule about its members is not checked then.")]
    public static Type? TryLoaded(string name)
    {
        try
        {
            return TryFind(name) ?? Loaded(name);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>A loaded type by a name that a user wrote: for <c>Explain</c>, never for messages.</summary>
    /// <exception cref="ArgumentException">No loaded type has the name, or several have.</exception>
    [RequiresUnreferencedCode(Trimmed)]
    public static Type Loaded(string name)
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
