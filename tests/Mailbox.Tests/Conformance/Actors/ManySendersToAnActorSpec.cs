namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>Many senders to one actor that fails, restarts, stashes and stops meanwhile: the books balance on both sides.</summary>
public class ManySendersToAnActorSpec
{
    private const int Senders = 4;
    private const int Each = 1_500;
    private const int Total = Senders * Each;
    private const int Seeds = 2;

    public static TheoryData<string> Kinds => MailboxKinds.Names;

    public static TheoryData<string> KindsWithFront => MailboxKinds.WithFront;

    [Theory]
    [MemberData(nameof(Kinds))]
    public Task It_fails_and_is_resumed_or_restarted(string name) =>
        Balance(name, seed => ActorScript.Failing(seed, Total, every: 50), endless: true);

    [Theory]
    [MemberData(nameof(Kinds))]
    public Task It_stops_in_the_middle(string name) =>
        Balance(name, seed => ActorScript.Failing(seed, Total, every: 50).StoppingAt(new Random(seed).Next(60)), endless: false);

    [Theory]
    [MemberData(nameof(KindsWithFront))]
    public Task It_stashes_and_unstashes_by_storms(string name) => Balance(name, seed => ActorScript.Stashing(seed, Total, every: 10), endless: true);

    // endless: senders may wait for room, since the actor goes on until they are done
    private static async Task Balance(string name, Func<int, ActorScript> scriptFor, bool endless)
    {
        var kind = MailboxKinds.Of(name);
        for (var seed = 1; seed <= Seeds; seed++)
        {
            var patience = endless && seed % 2 == 0 ? TimeSpan.FromMinutes(10) : TimeSpan.Zero;
            var capacity = 60 + new Random(seed).Next(100);
            await using var system = Systems.WithIds(kind.Hocon(capacity, patience));
            var dead = new DeadLetterRecorder(system);
            using var metrics = seed % 2 == 0 ? new MetricRecorder(system) : null;
            foreach (var side in new[] { MailboxKind.ReferenceId, MailboxKind.InstrumentedId })
            {
                var context = $"{name}, {side}, seed {seed}, capacity {capacity}, push time-out {patience}";
                await Run(system, dead, kind, side, scriptFor(seed), context);
            }
        }
    }

    private static async Task Run(TestSystem system, DeadLetterRecorder dead, MailboxKind kind, string side, ActorScript script, string context)
    {
        // It does not stop before everything is sent: what is enqueued while a mailbox closes may be lost, also in Akka's.
        using var allSent = new ManualResetEventSlim();
        var actor = await ActorUnderTest.Start(system, dead, kind, side, script, context, () => Eventually.Block(allSent));
        var random = new Random(script.Seed);
        var sent = Enumerable.Range(0, Senders).Select(sender =>
            Enumerable.Range(0, Each).Select(number => new Item(sender, number, random.Next(Item.Ranks))).ToArray()).ToArray();

        await Eventually.Within(Task.WhenAll(sent.Select(items => Task.Run(() =>
        {
            foreach (var item in items)
            {
                actor.Ref.Tell(item, ActorRefs.NoSender);
            }
        }))));
        allSent.Set();
        await actor.HasWorkedOff(Total);
        var letters = (await actor.Stop()).Select(letter => (Item)letter.Message);

        Books.Balance(context, sent.SelectMany(items => items), actor.Diary.Received, letters, actor.Diary.Stashed);
        Books.KeepOrder(context, kind, actor.Diary.Received);
    }
}
