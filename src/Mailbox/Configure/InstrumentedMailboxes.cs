using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// The mailbox types that HOCON can name. A trimmed program keeps them and their constructors because of this list, and this
/// list because <see cref="InstrumentationConfig"/>, whose HOCON names them, depends on it.
/// </summary>
internal static class InstrumentedMailboxes
{
    public static readonly Type[] All =
    [
        Kept<BoundedControlAwareInstrumentedMailbox>(),
        Kept<BoundedDequeInstrumentedMailbox>(),
        Kept<BoundedInstrumentedMailbox>(),
        Kept<LoggerInstrumentedMailbox>(),
        Kept<UnboundedControlAwareInstrumentedMailbox>(),
        Kept<UnboundedDequeInstrumentedMailbox>(),
        Kept<UnboundedInstrumentedMailbox>(),
        Kept<WrappingInstrumentedMailbox>(),
    ];

    private static Type Kept<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] T>()
        where T : InstrumentedMailboxType => typeof(T);
}
