namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>One kind of mailbox: the instrumented type, and beside it the one that it must behave like.</summary>
/// <param name="Name">As in a test's name.</param>
/// <param name="Instrumented">The mailbox type under test.</param>
/// <param name="Reference">Akka's own.</param>
/// <param name="Order">What the actor may rely on.</param>
/// <param name="IsBounded">It has a capacity and a push time-out.</param>
/// <param name="HasFront">It can take messages back at its front, so an actor with it may stash.</param>
public sealed record MailboxKind(string Name, Type Instrumented, Type Reference, MailboxOrder Order, bool IsBounded, bool HasFront)
{
    public const string InstrumentedId = "conformance.instrumented";
    public const string ReferenceId = "conformance.reference";

    /// <summary>HOCON in which the two ids stand for this kind.</summary>
    public string Hocon(int capacity, TimeSpan pushTimeOut) =>
        $$"""
        akka.loglevel = OFF
        {{InstrumentedId}} { {{Section(Instrumented, capacity, pushTimeOut)}} }
        {{ReferenceId}} { {{Section(Reference, capacity, pushTimeOut)}} }
        """;

    /// <summary>How a message is written down to be compared: ties between equal priorities may be broken in any way.</summary>
    public string Show(Item item) => Order == MailboxOrder.Priority ? $"rank {item.Rank}" : item.ToString();

    /// <summary>Messages with the same key arrive in the order in which they were sent; null when there is no such promise.</summary>
    public object? OrderKey(Item item) => Order switch
    {
        MailboxOrder.Fifo => item.Sender,
        MailboxOrder.StablePriority => (item.Sender, item.Rank),
        _ => null,
    };

    /// <summary>What waits at one moment is given in rising order of this.</summary>
    public int Class(Item item) => Order switch
    {
        MailboxOrder.Priority or MailboxOrder.StablePriority => item.Rank,
        _ => 0,
    };

    public override string ToString() => Name;

    private static string Section(Type type, int capacity, TimeSpan pushTimeOut) => string.Create(
        CultureInfo.InvariantCulture,
        $"""
        mailbox-type = "{type.FullName}, {type.Assembly.GetName().Name}"
        mailbox-capacity = {capacity}
        mailbox-push-timeout-time = {(long)pushTimeOut.TotalMilliseconds}ms
        """);
}
