namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>
/// An actor whose mailbox is filled while it is held and who then works it off by a script: with either mailbox it gets the same messages in the same
/// order, through failures, restarts, stashes and its end.
/// </summary>
public class ActorScriptSpec
{
    private const int Items = 250;
    private const int Seeds = 4;

    public static TheoryData<string> Kinds => MailboxKinds.Names;

    public static TheoryData<string> KindsWithFront => MailboxKinds.WithFront;

    [Theory]
    [MemberData(nameof(Kinds))]
    public Task It_fails_and_is_resumed_or_restarted(string name) => Compare(name, seed => ActorScript.Failing(seed, Items * 2, every: 4));

    [Theory]
    [MemberData(nameof(Kinds))]
    public Task It_stops_in_the_middle(string name) =>
        Compare(name, seed => ActorScript.Failing(seed, Items, every: 10).StoppingAt(new Random(seed).Next(Items / 2)));

    [Theory]
    [MemberData(nameof(KindsWithFront))]
    public Task It_stashes_and_unstashes_by_storms(string name) => Compare(name, seed => ActorScript.Stashing(seed, Items * 4, every: 2));

    [Theory]
    [MemberData(nameof(KindsWithFront))]
    public Task It_stops_with_a_stash(string name) =>
        Compare(name, seed => ActorScript.Stashing(seed, Items, every: 2).StoppingAt(new Random(seed).Next(Items / 2)));

    private static async Task Compare(string name, Func<int, ActorScript> scriptFor)
    {
        var kind = MailboxKinds.Of(name);
        for (var seed = 1; seed <= Seeds; seed++)
        {
            // half of the bounded ones overflow
            var capacity = seed % 2 == 0 ? Items * 2 / 3 : Items;
            var context = $"{name}, seed {seed}, capacity {capacity}";
            await using var system = Systems.WithIds(kind.Hocon(capacity, TimeSpan.Zero));
            var dead = new DeadLetterRecorder(system);
            using var spans = seed % 4 < 2 ? SpanRecorder.UnderPath("/user/") : null;

            var reference = await Outcome(system, dead, kind, MailboxKind.ReferenceId, scriptFor(seed), context);
            var instrumented = await Outcome(system, dead, kind, MailboxKind.InstrumentedId, scriptFor(seed), context);

            Books.Same(context, reference.Diary, instrumented.Diary);
            Books.Same($"{context}, dead letters", reference.Dead, instrumented.Dead);
        }
    }

    private static async Task<(List<string> Diary, List<string> Dead)> Outcome(
        TestSystem system, DeadLetterRecorder dead, MailboxKind kind, string side, ActorScript script, string context)
    {
        using var hold = new Hold();
        var actor = await ActorUnderTest.Start(system, dead, kind, side, script, context);
        await hold.EnterAt(actor.Ref);
        var random = new Random(script.Seed);
        actor.Ref.TellEach(Items, i => new Item(0, i, random.Next(Item.Ranks)), actor.Ref);

        hold.Release();
        await actor.HasWorkedOff(Items);
        await actor.Stop();
        actor.Ref.Tell(new Item(1, 0, 0), ActorRefs.NoSender);
        var letters = await dead.Of(actor.Ref);

        return (
            actor.Diary.Entries,
            [.. letters.Select(letter => $"{kind.Show((Item)letter.Message)} from {(letter.Sender.Equals(actor.Ref) ? "itself" : "nobody")}")]);
    }
}
