using System.Linq.Expressions;
using Akka.Actor;
using Akka.Event;

namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    private static readonly TimeSpan s_longestShutdown = TimeSpan.FromSeconds(10);

    public IActorRef ActorOf(Props props) => Sys.ActorOf(props);

    public IActorRef ActorOf(Props props, string? name) => Sys.ActorOf(props, name!);

    public IActorRef ActorOf<TActor>()
        where TActor : ActorBase, new() => Sys.ActorOf(Props.Create<TActor>());

    public IActorRef ActorOf<TActor>(string? name)
        where TActor : ActorBase, new() => Sys.ActorOf(Props.Create<TActor>(), name!);

    public IActorRef ActorOf<TActor>(Expression<Func<TActor>> factory)
        where TActor : ActorBase => Sys.ActorOf(Props.Create(factory));

    public IActorRef ActorOf<TActor>(Expression<Func<TActor>> factory, string? name)
        where TActor : ActorBase => Sys.ActorOf(Props.Create(factory), name!);

    public ActorSelection ActorSelection(ActorPath actorPath) => Sys.ActorSelection(actorPath);

    public ActorSelection ActorSelection(string actorPath) => Sys.ActorSelection(actorPath);

    /// <summary>The test actor gets <see cref="Terminated"/> when the actor stops.</summary>
    public IActorRef Watch(IActorRef actorToWatch)
    {
        TestActor.Tell(new InboxActor.WatchRequest(actorToWatch), TestActor);
        return actorToWatch;
    }

    public IActorRef Unwatch(IActorRef actorToUnwatch)
    {
        TestActor.Tell(new InboxActor.UnwatchRequest(actorToUnwatch), TestActor);
        return actorToUnwatch;
    }

    public virtual TestProbe CreateTestProbe(string? name = null) => CreateTestProbe(Sys, name);

    public virtual TestProbe CreateTestProbe(ActorSystem system, string? name = null) => new(system, _assertions, name);

    public void IgnoreMessages(Func<object, bool> shouldIgnoreMessage) => _inbox.Ignore(shouldIgnoreMessage);

    public void IgnoreMessages<T>(Func<T, bool> shouldIgnoreMessage) => _inbox.Ignore(m => m is T typed && shouldIgnoreMessage(typed));

    public void IgnoreMessages<T>() => _inbox.Ignore(static m => m is T);

    public void IgnoreNoMessages() => _inbox.Ignore(null);

    /// <summary>Terminates the kit's system and waits for it.</summary>
    public virtual void Shutdown(TimeSpan? duration = null, bool verifySystemShutdown = false) =>
        Shutdown(Sys, duration, verifySystemShutdown);

    protected virtual void Shutdown(ActorSystem system, TimeSpan? duration = null, bool verifySystemShutdown = false)
    {
        ArgumentNullException.ThrowIfNull(system);
        var dilated = Dilated(duration ?? TestKitSettings.DefaultTimeout);
        var patience = dilated < s_longestShutdown ? dilated : s_longestShutdown;
        if (system.Terminate().Wait(patience))
        {
            return;
        }

        var problem = $"Failed to stop [{system.Name}] within [{patience}].";
        if (verifySystemShutdown)
        {
            throw new TimeoutException(problem);
        }

        system.Log.Warning(problem);
    }

    IActorRef IActorRefFactory.ActorOf(Props props, string? name) => Sys.ActorOf(props, name!);
}
