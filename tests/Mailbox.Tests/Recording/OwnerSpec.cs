namespace AkkaInstrumentation.Tests.Recording;

/// <summary>The actor starts while others send to it: its reference, which is all that the mailbox has before, becomes its cell.</summary>
public sealed class OwnerSpec
{
    [Fact]
    public async Task Senders_find_the_actor_at_each_moment_of_its_start()
    {
        await using var system = Systems.WithIds(MailboxKinds.Of("unbounded").Hocon());
        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<ActorIdentity>(new Identify(null), TimeSpan.FromSeconds(60));
        var cell = (ActorCell)((ActorRefWithCell)actor).Underlying;
        var recorder = default(MailboxRecorder)!;
        var wrong = default(Exception);
        LimitedRounds.Run(
            others: 1,
            most: 5_000,
            begin: () => recorder = ((RecordedQueue)system.QueueFor(actor)).Recorder,
            theirs: _ => wrong ??= Record.Exception(() =>
            {
                while (recorder.Cell is null)
                {
                    if (!ReferenceEquals(recorder.Self, actor))
                    {
                        throw new InvalidOperationException("It is another actor.");
                    }
                }
            }),
            mine: (_, othersEnd) =>
            {
                recorder.Attach(cell);
                othersEnd();
                recorder.Detach();
            });

        Assert.Null(wrong);
    }
}
