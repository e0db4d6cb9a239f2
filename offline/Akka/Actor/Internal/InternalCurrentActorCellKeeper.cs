namespace Akka.Actor.Internal;

/// <summary>The cell whose actor runs on this thread; for test kits.</summary>
public static class InternalCurrentActorCellKeeper
{
    public static ActorCell Current
    {
        get => ActorCell.Current!;
        set => ActorCell.Current = value;
    }
}

/// <summary>An actor that is told when its constructor has finished.</summary>
public interface IInitializableActor
{
    void Init();
}
