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
        if (act is Act.Stash or Act.StashAndRestart or Act.StashAndResume)
        {
            diary.Stashed.Add(item);
            Stash().Stash();
        }
        else if (act is Act.Unstash or Act.UnstashAndRestart)
        {
            Stash().Unstash();
        }
        else if (act is Act.UnstashAll or Act.UnstashAllAndRestart or Act.UnstashAllAndResume)
        {
            Stash().UnstashAll();
        }

        switch (act)
        {
            case Act.Resume or Act.StashAndResume or Act.UnstashAllAndResume:
                throw new ResumeException();
            case Act.Restart or Act.StashAndRestart or Act.UnstashAndRestart or Act.UnstashAllAndRestart:
                throw new RestartException();
            case Act.Stop:
                diary.BeforeStop();
                Context.Stop(Self);
                break;
        }
    }

    private IStash Stash() => (this as IWithStash)?.Stash ?? throw new UnreachableException("a script that stashes, for a kind without a front");
}

/// <summary>With a stash, which needs a mailbox with a front.</summary>
internal sealed class StashingActor(Diary diary, ActorScript script) : ScriptedActor(diary, script), IWithStash
{
    IStash IActorStash.Stash { get; set; } = null!;
}

internal sealed class ResumeException : Exception;

internal sealed class RestartException : Exception;
