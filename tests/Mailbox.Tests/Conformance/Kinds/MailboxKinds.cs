namespace AkkaInstrumentation.Tests.Conformance;

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

    public static MailboxKind Of(string name) => All.Single(kind => kind.Name == name);
}
