namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>Parent of the actor under test: resumes or restarts it as it asks for, and reports when it has stopped.</summary>
internal sealed class ScriptedSupervisor(Props child, TaskCompletionSource<IActorRef> started, TaskCompletionSource stopped) : UntypedActor
{
    protected override void PreStart() => started.SetResult(Context.Watch(Context.ActorOf(child, "child")));

    protected override SupervisorStrategy SupervisorStrategy() =>
        new OneForOneStrategy(cause => cause is RestartException ? Directive.Restart : cause is ResumeException ? Directive.Resume : Directive.Stop);

    protected override void OnReceive(object message)
    {
        if (message is Terminated)
        {
            stopped.SetResult();
        }
    }
}
