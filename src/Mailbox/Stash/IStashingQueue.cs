namespace AkkaInstrumentation;

/// <summary>A queue whose actor may stash.</summary>
internal interface IStashingQueue : IRecordedQueue
{
    /// <summary>Made by the first call. On the actor's thread.</summary>
    StashDesk Desk { get; }
}
