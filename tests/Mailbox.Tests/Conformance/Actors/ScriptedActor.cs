namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>Acts by a script and keeps a diary, which outlives its restarts.</summary>
internal class ScriptedActor(Diary diary, ActorScript script) : UntypedActor
{
    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case Hold hold:
                hold.Pass();
                break;
            case TaskCompletionSource probe:
                probe.SetResult();
                break;
            case Item item:
                var act = script.At(diary.Received.Count);
                diary.Receive(item, act);
                Do(act, item);
                break;
        }
    }

    protected override void PreRestart(Exception reason, object message)
    {
        diary.Record($"restarts for {reason.GetType().Name} at {(message is Item item ? diary.Show(item) : message)}");
        base.PreRestart(reason, message);
    }

    protected override void PostRestart(Exception reason)
    {
        diary.Record("restarted");
        base.PostRestart(reason);
    }

    protected override void PostStop() => diary.Record("stopped");

    private void Do(Act act, Item item)
    {
        if (act.HasFlag(Act.Stash))
        {
            diary.Stashed.Add(item);
            Stash().Stash();
        }

        if (act.HasFlag(Act.Unstash))
        {
            Stash().Unstash();
        }

        if (act.HasFlag(Act.UnstashAll))
        {
            Stash().UnstashAll();
        }

        if (act.HasFlag(Act.Stop))
        {
            diary.BeforeStop();
            Context.Stop(Self);
        }

        if ((act & (Act.Resume | Act.Restart)) != 0)
        {
            throw new ScriptedException(act.HasFlag(Act.Resume) ? Directive.Resume : Directive.Restart);
        }
    }

    private IStash Stash() => (this as IWithStash)?.Stash ?? throw new UnreachableException("a script that stashes, for a kind without a front");
}

/// <summary>With a stash, which needs a mailbox with a front.</summary>
internal sealed class StashingActor(Diary diary, ActorScript script) : ScriptedActor(diary, script), IWithStash
{
    IStash IActorStash.Stash { get; set; } = null!;
}

/// <summary>Names what the supervisor is to do.</summary>
internal sealed class ScriptedException(Directive directive) : Exception
{
    public Directive Directive => directive;
}

/// <summary>Parent of the actor under test: resumes or restarts it as it asks for, and reports when it has stopped.</summary>
internal sealed class ScriptedSupervisor(Props child, TaskCompletionSource<IActorRef> started, TaskCompletionSource stopped) : UntypedActor
{
    protected override void PreStart() => started.SetResult(Context.Watch(Context.ActorOf(child, "child")));

    protected override SupervisorStrategy SupervisorStrategy() =>
        new OneForOneStrategy(cause => (cause as ScriptedException)?.Directive ?? Directive.Stop);

    protected override void OnReceive(object message)
    {
        if (message is Terminated)
        {
            stopped.SetResult();
        }
    }
}
