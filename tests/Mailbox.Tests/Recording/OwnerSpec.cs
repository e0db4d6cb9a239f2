using AkkaInstrumentation.Tests.Conformance;

namespace AkkaInstrumentation.Tests.Recording;

/// <summary>The actor starts while others send to it: its reference, which is all that the mailbox has before, becomes its cell.</summary>
public sealed class OwnerSpec
{
    [Fact]
    public async Task Senders_find_the_actor_at_each_moment_of_its_start()
    {
        await using var system = Systems.WithIds(MailboxKinds.Of("unbounded").Hocon(capacity: 1, TimeSpan.Zero));
        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<ActorIdentity>(new Identify(null), TimeSpan.FromSeconds(60));
        var cell = (ActorCell)((ActorRefWithCell)actor).Underlying;
        using var rounds = new LimitedRounds(2, 5_000);
        var meeting = rounds.Meeting;
        var recorder = default(MailboxRecorder)!;
        var wrong = default(Exception);
        var sender = new Thread(() =>
        {
            for (var round = 0; rounds.HasNext(round); round++)
            {
                meeting.SignalAndWait();
                wrong ??= Record.Exception(() =>
                {
                    while (recorder.Cell is null)
                    {
                        if (!ReferenceEquals(recorder.Self, actor))
                        {
                            throw new InvalidOperationException("It is another actor.");
                        }
                    }
                });
                meeting.SignalAndWait();
            }
        });
        sender.Start();
        for (var round = 0; rounds.HasNext(round); round++)
        {
            recorder = ((RecordedQueue)system.System.Mailboxes.Lookup(MailboxKind.InstrumentedId).Create(actor, system.System)).Recorder;
            meeting.SignalAndWait();
            recorder.Attach(cell);
            meeting.SignalAndWait();
            recorder.Detach();
        }

        sender.Join();
        Assert.Null(wrong);
    }
}
