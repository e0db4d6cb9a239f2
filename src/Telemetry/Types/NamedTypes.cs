using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Queries about types that no code names: the two queries whose answers may differ in a trimmed program.
/// docs/configuration.md, Trimming and native AOT, explains what to keep.
/// </summary>
internal static class NamedTypes
{
    private const DynamicallyAccessedMemberTypes Needed = DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.Interfaces;

    /// <summary>The type that a configuration names, with its assembly. Null when there is none.</summary>
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2057",
        Justification = "The trimmer cannot read a configuration: who names a type there keeps it, as for the types that Akka makes by name. One that was removed is told at the start like one that never was.")]
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
        Justification = "The trimmer takes an interface off a type if no code that it keeps refers to the interface. Akka's that are asked for are referred to here; of others a rule or a marker on one is not seen then, and nothing else depends on them.")]
    public static Type[] InterfacesOf(Type type) => type.GetInterfaces();
}
