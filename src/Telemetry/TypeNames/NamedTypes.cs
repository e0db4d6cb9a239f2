using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>
/// Queries about types that no code names. Their results may differ in a trimmed program. docs/configuration.md, Trimming and native AOT, explains
/// what to keep.
/// </summary>
internal static class NamedTypes
{
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
}

/// <summary>Recognises the actors of Akka.Persistence by the names of their types, because the library does not reference Akka.Persistence. Any
/// thread.</summary>
internal static class PersistenceTypes
{
    /// <summary>The namespace of Akka.Persistence.</summary>
    public const string Space = "Akka.Persistence";

    /// <summary>Whether actors of the type are persistent.</summary>
    public static bool IsPersistentActor(Type? type) => Derives(type, static type => type is { Namespace: Space, Name: "Eventsourced" });

    /// <summary>Whether persistent actors send their requests to actors of the type.</summary>
    public static bool IsJournal(Type? type) =>
        Derives(type, static type => type is { Namespace: $"{Space}.Journal", Name: "WriteJournalBase" or "PersistencePluginProxy" });

    /// <summary>Whether actors of the type are journals or snapshot stores. Their section may be anywhere in the configuration.</summary>
    public static bool IsPlugin(Type? type) =>
        IsJournal(type) || Derives(type, static type => type is { Namespace: $"{Space}.Snapshot", Name: "SnapshotStore" });

    /// <summary>Whether a type is one of these, or derives from one.</summary>
    public static bool Derives(Type? type, Predicate<Type> from)
    {
        while (type is not null && !from(type))
        {
            type = type.BaseType;
        }

        return type is not null;
    }
}
