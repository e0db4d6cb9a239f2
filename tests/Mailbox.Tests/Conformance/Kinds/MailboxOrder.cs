namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>The order in which a kind of mailbox gives messages to its actor.</summary>
public enum MailboxOrder
{
    Fifo,

    /// <summary>Lowest number first; ties in any order.</summary>
    Priority,

    /// <summary>Lowest number first; ties in the order of arrival.</summary>
    StablePriority,
}
