using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace Akka.TestKit;

/// <summary>A second test actor with its own inbox and assertions. Can be passed where an <see cref="IActorRef"/> is wanted.</summary>
public class TestProbe : TestKitBase, INoImplicitSender, IInternalActorRef
{
    public TestProbe(ActorSystem system, ITestKitAssertions assertions, string? testProbeName = null)
        : base(assertions, system, testProbeName)
    {
    }

    ActorPath IActorRef.Path => TestActor.Path;

    bool IActorRefScope.IsLocal => Internal.IsLocal;

    IInternalActorRef IInternalActorRef.Parent => Internal.Parent;

    IActorRefProvider IInternalActorRef.Provider => Internal.Provider;

    private IInternalActorRef Internal => (IInternalActorRef)TestActor;

    public void SendSystemMessage(ISystemMessage message) => Internal.SendSystemMessage(message);

    public int CompareTo(object? obj) => TestActor.CompareTo(obj is TestProbe probe ? probe.TestActor : obj);

    public override bool Equals(object? obj) => obj is IActorRef other && SameActor(other);

    public override int GetHashCode() => TestActor.GetHashCode();

    public override string ToString() => $"TestProbe({TestActor})";

    bool IEquatable<IActorRef>.Equals(IActorRef? other) => other is not null && SameActor(other);

    int IComparable<IActorRef>.CompareTo(IActorRef? other) => CompareTo(other);

    void ICanTell.Tell(object message, IActorRef sender) => TestActor.Tell(message, sender);

    IActorRef IInternalActorRef.GetChild(IReadOnlyList<string> name) => Internal.GetChild(name);

    void IInternalActorRef.Resume(Exception? causedByFailure) => Internal.Resume(causedByFailure!);

    void IInternalActorRef.Start() => Internal.Start();

    void IInternalActorRef.Stop() => Internal.Stop();

    void IInternalActorRef.Restart(Exception cause) => Internal.Restart(cause);

    void IInternalActorRef.Suspend() => Internal.Suspend();

    private bool SameActor(IActorRef other) => TestActor.Equals(other is TestProbe probe ? probe.TestActor : other);
}
