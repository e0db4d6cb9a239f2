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
    public string Hocon(int capacity = 100_000, TimeSpan pushTimeOut = default) =>
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
        inner = "Akka.Dispatch.UnboundedMailbox, Akka"
        """);
}

/// <summary>The order in which a kind of mailbox gives messages to its actor.</summary>
public enum MailboxOrder
{
    Fifo,

    /// <summary>Lowest number first; ties in any order.</summary>
    Priority,

    /// <summary>Lowest number first; ties in the order of arrival.</summary>
    StablePriority,
}

/// <summary>All kinds of mailbox; every conformance test runs for each of them.</summary>
public static class MailboxKinds
{
    public static IReadOnlyList<MailboxKind> All { get; } =
    [
        new("unbounded", typeof(UnboundedInstrumentedMailbox), typeof(UnboundedMailbox), MailboxOrder.Fifo, false, false),
        new("bounded", typeof(BoundedInstrumentedMailbox), typeof(BoundedMailbox), MailboxOrder.Fifo, true, false),
        new("unbounded-deque", typeof(UnboundedDequeInstrumentedMailbox), typeof(UnboundedDequeBasedMailbox), MailboxOrder.Fifo, false, true),
        new("bounded-deque", typeof(BoundedDequeInstrumentedMailbox), typeof(BoundedDequeBasedMailbox), MailboxOrder.Fifo, true, true),
        new("unbounded-priority", typeof(ByPriority), typeof(AkkasByPriority), MailboxOrder.Priority, false, true),
        new("unbounded-stable-priority", typeof(ByStablePriority), typeof(AkkasByStablePriority), MailboxOrder.StablePriority, false, true),
    ];

    public static TheoryData<string> Names { get; } = [.. All.Select(kind => kind.Name)];

    public static TheoryData<string> Bounded { get; } = [.. All.Where(kind => kind.IsBounded).Select(kind => kind.Name)];

    public static TheoryData<string> WithFront { get; } = [.. All.Where(kind => kind.HasFront).Select(kind => kind.Name)];

    /// <summary>Beside them the kind that wraps another: it does what the one inside does, but for a front that it always has.</summary>
    private static MailboxKind Wrapped { get; } =
        new("wrapped", typeof(WrappingInstrumentedMailbox), typeof(UnboundedMailbox), MailboxOrder.Fifo, false, true);

    public static TheoryData<string> NamesAndWrapped { get; } = [.. Names, Wrapped.Name];

    public static MailboxKind Of(string name) => All.Append(Wrapped).Single(kind => kind.Name == name);
}
