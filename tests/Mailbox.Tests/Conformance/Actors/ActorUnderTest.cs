namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>An actor with the mailbox of one side, its diary, and what of its messages went to the dead letters.</summary>
internal sealed class ActorUnderTest
{
    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly DeadLetterRecorder _dead;
    private readonly string _context;

    private ActorUnderTest(DeadLetterRecorder dead, Diary diary, string context)
    {
        _dead = dead;
        _context = context;
        Diary = diary;
    }

    public Diary Diary { get; }

    public IActorRef Ref { get; private set; } = ActorRefs.Nobody;

    public static async Task<ActorUnderTest> Start(
        TestSystem system, DeadLetterRecorder dead, MailboxKind kind, string mailboxId, ActorScript script, string context, Action? beforeStop = null)
    {
        var diary = new Diary(kind) { BeforeStop = beforeStop ?? (() => { }) };
        var actor = new ActorUnderTest(dead, diary, context);
        var props = kind.HasFront ? Props.Create(() => new StashingActor(diary, script)) : Props.Create(() => new ScriptedActor(diary, script));

        // the instrumented side as users have it, with the dispatcher that sees a message's end
        var dispatcher = mailboxId == MailboxKind.InstrumentedId ? AkkaInstrumentationConfig.DispatcherId : "akka.actor.default-dispatcher";
        var child = props.WithMailbox(mailboxId).WithDispatcher(dispatcher);
        var started = new TaskCompletionSource<IActorRef>(TaskCreationOptions.RunContinuationsAsynchronously);
        system.ActorOf(Props.Create(() => new ScriptedSupervisor(child, started, actor._stopped)));
        actor.Ref = await Eventually.Within(started.Task);
        return actor;
    }

    /// <summary>Waits until each of so many items has come to the actor or to the dead letters, and what it unstashed has come again.</summary>
    public async Task HasWorkedOff(int sent)
    {
        await Eventually.True(
            () => Diary.DistinctCount + _dead.ItemsOf(Ref).Count() >= sent,
            () => $"{_context}: of {sent} items {Diary.DistinctCount} came and {_dead.ItemsOf(Ref).Count()} were dead-lettered");

        // behind all that was put to the front; if the actor has stopped itself, nobody answers
        var probe = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Ref.Tell(probe, ActorRefs.NoSender);
        await Eventually.Within(Task.WhenAny(probe.Task, _stopped.Task));
    }

    /// <summary>Stops the actor and returns all of its dead letters.</summary>
    public async Task<IReadOnlyList<DeadLetter>> Stop()
    {
        ((IInternalActorRef)Ref).Stop();
        await HasStopped();
        return await _dead.Of(Ref);
    }

    public Task HasStopped() => Eventually.Within(_stopped.Task);
}
