namespace AkkaInstrumentation;

/// <summary>What one actor shows of itself.</summary>
/// <param name="Path">Its path.</param>
/// <param name="ActorType">Readable name of its type.</param>
/// <param name="Problem">Why it was not asked, or has not answered; null if it has.</param>
/// <param name="StateName">The state of a finite state machine; null for other actors.</param>
/// <param name="StateData">The text of such an actor's data.</param>
/// <param name="Shown">The text of what it shows itself.</param>
/// <param name="Awaits">Whether a handler awaits meanwhile.</param>
/// <param name="Waiting">Messages in its mailbox.</param>
/// <param name="Stashed">Messages in its stash.</param>
/// <param name="Timers">Scheduled messages for it that are pending; null when not known.</param>
/// <param name="ReceiveTimeoutSeconds">Its receive time-out; null for none.</param>
/// <param name="Children">How many it has.</param>
/// <param name="ChildNames">The names of the first.</param>
internal sealed record StateView(
    string Path,
    string ActorType,
    string? Problem,
    string? StateName,
    string? StateData,
    string? Shown,
    bool Awaits,
    int Waiting,
    int Stashed,
    int? Timers,
    double? ReceiveTimeoutSeconds,
    int Children,
    IReadOnlyList<string> ChildNames)
{
    /// <summary>Null when no actor has the path.</summary>
    public static async Task<StateView?> Read(AkkaInstrumentationExtension system, string path)
    {
        try
        {
            return await system.Insight.Answers.ReadStateAsync(path).ConfigureAwait(false) is not { } state ? null : new(
                state.Path, state.ActorType, state.Problem, state.StateName, state.StateData, state.Shown, state.IsAwaiting, state.Waiting,
                state.Stashed, state.PendingTimers, state.ReceiveTimeout?.TotalSeconds, state.Children, state.ChildNames);
        }
        catch (ArgumentException)
        {
            // no path
            return null;
        }
    }
}
