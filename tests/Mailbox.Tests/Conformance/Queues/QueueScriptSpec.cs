namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>One thread: every step of a random script shows the same on the instrumented queue and on Akka's.</summary>
public class QueueScriptSpec
{
    private const int Seeds = 12;

    public static TheoryData<string> Kinds => MailboxKinds.Names;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Every_step_of_a_script_shows_the_same(string name)
    {
        var kind = MailboxKinds.Of(name);
        for (var seed = 1; seed <= Seeds; seed++)
        {
            var script = QueueScript.From(seed, kind);
            var context = $"{name}, seed {seed}, capacity {script.Capacity}";
            await using var system = Systems.WithIds(kind.Hocon(script.Capacity, TimeSpan.Zero));
            var dead = new DeadLetterRecorder(system);

            // every other script is played with somebody listening: then messages carry stamps
            using var metrics = seed % 2 == 0 ? new MetricRecorder(system) : null;
            var reference = new QueueUnderTest(kind, system, MailboxKind.ReferenceId);
            var instrumented = new QueueUnderTest(kind, system, MailboxKind.InstrumentedId);

            Books.Same(context, reference.Play(script), instrumented.Play(script));

            var expected = await dead.Of(reference.Owner);
            Assert.Equal(kind.IsBounded, expected.Count > 0);
            Books.Same(
                $"{context}, dead letters",
                [.. expected.Select(letter => $"{letter.Message} {letter.Sender.Equals(reference.Owner)}")],
                [.. (await dead.Of(instrumented.Owner)).Select(letter => $"{letter.Message} {letter.Sender.Equals(instrumented.Owner)}")]);
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Its_queue_implements_the_same_interfaces(string name)
    {
        var kind = MailboxKinds.Of(name);
        var pushTimeOut = TimeSpan.FromMilliseconds(70);
        await using var system = Systems.WithIds(kind.Hocon(capacity: 7, pushTimeOut));
        var reference = new QueueUnderTest(kind, system, MailboxKind.ReferenceId).Queue;
        var instrumented = new QueueUnderTest(kind, system, MailboxKind.InstrumentedId).Queue;

        Assert.Equal(kind.HasFront, instrumented is IDequeBasedMessageQueueSemantics);
        Assert.Equal(kind.IsBounded ? pushTimeOut : null, (instrumented as IBoundedMessageQueueSemantics)?.PushTimeOut);
        if (reference.GetType().Assembly == typeof(IMessageQueue).Assembly)
        {
            // an actor's requirement must be met by ours whenever Akka's meets it
            Assert.Subset(Semantics(instrumented), Semantics(reference));
        }
    }

    private static HashSet<Type> Semantics(IMessageQueue queue) =>
        [.. queue.GetType().GetInterfaces().Where(type => typeof(ISemantics).IsAssignableFrom(type))];
}
