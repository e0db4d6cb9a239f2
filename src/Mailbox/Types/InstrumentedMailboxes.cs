using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// The mailbox types that HOCON can name. This list keeps the types and their constructors in a trimmed program.
/// <see cref="AkkaInstrumentationConfig"/>, whose HOCON names the types, depends on this list and thereby keeps it.
/// </summary>
internal static class InstrumentedMailboxes
{
    public static readonly Type[] All =
    [
        Kept<BoundedDequeInstrumentedMailbox>(),
        Kept<BoundedInstrumentedMailbox>(),
        Kept<DefaultInstrumentedMailbox>(),
        Kept<LoggerInstrumentedMailbox>(),
        Kept<UnboundedDequeInstrumentedMailbox>(),
        Kept<UnboundedInstrumentedMailbox>(),
        Kept<WrappingInstrumentedMailbox>(),
    ];

    private static Type Kept<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] T>()
        where T : InstrumentedMailboxType => typeof(T);
}
