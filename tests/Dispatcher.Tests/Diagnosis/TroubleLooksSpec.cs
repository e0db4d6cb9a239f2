namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>What actors in trouble do is looked at in the background, so that nobody who asks for a diagnosis waits.</summary>
public sealed class TroubleLooksSpec
{
    private const string Watched = "akka.instrumentation.blocking.enabled = on";

    [Fact]
    public async Task The_first_answer_has_one_look_and_later_ones_have_several_that_others_took()
    {
        await using var system = Systems.Instrumented(Watched);
        var never = new TaskCompletionSource();
        var actor = system.ActorOf(AsyncHandler.Props((_, _) => never.Task), "waits");
        actor.TellNumbers(1);
        await Eventually.Equal(ActorDoing.Awaiting, () => MailboxOf(system, "/user/waits")?.ReadState().Doing ?? ActorDoing.Unknown);

        var looks = AkkaInstrumentationExtension.For(system.System).Insight.Looks;
        Assert.Single(looks.Read("/user/waits", MailboxOf(system, "/user/waits")!));
        await Eventually.Equal(TroubleLooks.Kept, () => looks.Read("/user/waits", MailboxOf(system, "/user/waits")!).Count);
        Assert.All(looks.Read("/user/waits", MailboxOf(system, "/user/waits")!), state => Assert.Equal(ActorDoing.Awaiting, state.Doing));
        never.SetResult();
    }

    [Fact]
    public async Task At_most_forty_actors_are_looked_at()
    {
        const int Actors = 100;
        await using var system = Systems.Instrumented(Watched);
        for (var i = 0; i < Actors; i++)
        {
            system.ActorOf(Echo.Props, $"a{i}").Tell(1, ActorRefs.NoSender);
        }

        await Eventually.True(() => Enumerable.Range(0, Actors).All(i => MailboxOf(system, $"/user/a{i}") is not null));
        var looks = AkkaInstrumentationExtension.For(system.System).Insight.Looks;
        await Eventually.Equal(TroubleLooks.MaxActors, LookedAt);
        Assert.Equal(TroubleLooks.MaxActors, LookedAt());

        int LookedAt() => Enumerable.Range(0, Actors).Count(i => looks.Read($"/user/a{i}", MailboxOf(system, $"/user/a{i}")!).Count > 1);
    }

    private static ObservedMailbox? MailboxOf(TestSystem system, string path) =>
        AkkaInstrumentationExtension.For(system.System).Insight.Looks.MailboxAt(path);
}
